import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  onlineStatuses,
  userSettingNames,
  type OnlineStatus,
  type Role,
  type UserSettingName,
} from '../events/user.events';
import { PositionQuery } from './conversations.requests';

const roles: Role[] = ['admin', 'manager', 'user'];
/** Something to read, on one line: names stand in headers of mails. */
const name = /^(?=.*\S)[^\p{Cc}]+$/u;
const LONGEST_NAME = 100;
const LONGEST_ADDRESS = 254;
const MOST_TEAMS = 200;

class UserSetting {
  @IsIn(userSettingNames)
  name!: UserSettingName;

  /** One of the values that the setting knows, or 400 `setting_invalid`. */
  @IsString()
  @MaxLength(100)
  value!: string;
}

/** PATCH /api/v3/users/{id}: one's own settings and status, and what administrators and managers change of others. */
export class UserPatch {
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(userSettingNames.length)
  @ValidateNested({ each: true })
  @Type(() => UserSetting)
  settings?: UserSetting[];

  @IsOptional()
  @IsIn(onlineStatuses)
  status?: OnlineStatus;

  @IsOptional()
  @MaxLength(LONGEST_NAME)
  @Matches(name)
  displayName?: string;

  @IsOptional()
  @MaxLength(LONGEST_ADDRESS)
  @IsEmail()
  email?: string;

  @IsOptional()
  @IsIn(roles)
  role?: Role;

  @IsOptional()
  @IsBoolean()
  active?: boolean;

  @IsOptional()
  @IsBoolean()
  enforceTeamFilter?: boolean;

  @IsOptional()
  @IsBoolean()
  enforceUnassignedChats?: boolean;

  /** The teams they are in from now on: all of them. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_TEAMS)
  @IsUUID(undefined, { each: true })
  teamIds?: string[];
}

/** PUT /api/v3/users/{id}/signature. What comes back is what was kept of it: nothing that could run. */
export class SignatureRequest {
  /** HTML of 250 KB at most once it is sanitised, or 413 `signature_too_large`. */
  @IsString()
  html!: string;
}

/** POST /api/v3/users: invites somebody. */
export class InviteRequest {
  @MaxLength(LONGEST_NAME)
  @Matches(name)
  displayName!: string;

  @MaxLength(LONGEST_ADDRESS)
  @IsEmail()
  email!: string;

  @IsIn(roles)
  role!: Role;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_TEAMS)
  @IsUUID(undefined, { each: true })
  teamIds: string[] = [];
}

/** GET /api/v3/users */
export class UsersQuery extends PositionQuery {
  /** Part of their name or address. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;

  /** An OR list of ids: `{"$or":[{"id":"…"},…]}`. */
  @IsOptional()
  @IsString()
  @MaxLength(20_000)
  s?: string;
}

/** DELETE /api/v3/users/{id}: to whom their open conversations go; nobody if both are left out. */
export class DeleteUserQuery {
  @IsOptional()
  @IsUUID()
  reassignToUser?: string;

  @IsOptional()
  @IsUUID()
  reassignToTeam?: string;
}

/** POST /api/v3/users/limit-requests */
export class UserLimitRequest {
  @IsInt()
  @Min(1)
  @Max(100_000)
  wanted!: number;
}
