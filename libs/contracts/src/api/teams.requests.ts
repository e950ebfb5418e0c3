import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateIf,
} from 'class-validator';

const MOST_MEMBERS = 1_000;
const LONGEST_TEXT = 1_000;

/** POST /api/v3/teams. What a team may be called, and the like, is the team's own rule: `team_name_invalid` and others. */
export class TeamRequest {
  @IsString()
  @MaxLength(LONGEST_TEXT)
  name!: string;

  /** `#rrggbb` */
  @IsString()
  @MaxLength(LONGEST_TEXT)
  colour!: string;

  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  email?: string | null;

  @IsOptional()
  @IsBoolean()
  sendNotification?: boolean;

  /** Its members: users of the organisation. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_MEMBERS)
  @IsUUID(undefined, { each: true })
  userIds?: string[];
}

/** PATCH /api/v3/teams/{id}: what is left out stays; `userIds` are all of its members from now on. */
export class TeamPatch {
  @ValidateIf(isGiven('name'))
  @IsString()
  @MaxLength(LONGEST_TEXT)
  name?: string;

  @ValidateIf(isGiven('colour'))
  @IsString()
  @MaxLength(LONGEST_TEXT)
  colour?: string;

  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  email?: string | null;

  @ValidateIf(isGiven('sendNotification'))
  @IsBoolean()
  sendNotification?: boolean;

  @ValidateIf(isGiven('userIds'))
  @IsArray()
  @ArrayMaxSize(MOST_MEMBERS)
  @IsUUID(undefined, { each: true })
  userIds?: string[];
}

/** Unlike `IsOptional`, which lets null through as well. */
function isGiven(field: keyof TeamPatch) {
  return (patch: TeamPatch) => patch[field] !== undefined;
}
