import { IsBoolean, IsOptional } from 'class-validator';
import { Ids, IfGiven, Text } from './input';

const MAX_MEMBERS = 1_000;
const MAX_TEXT_LENGTH = 1_000;

/** POST /api/v3/teams. The rules of teams check the values later: `team_name_invalid` and others. */
export class TeamRequest {
  @Text({ max: MAX_TEXT_LENGTH })
  name!: string;

  /** `#rrggbb` */
  @Text({ max: MAX_TEXT_LENGTH })
  colour!: string;

  @IsOptional()
  @Text({ max: MAX_TEXT_LENGTH })
  email?: string | null;

  @IfGiven()
  @IsBoolean()
  sendNotification?: boolean;

  /** Ids of the members. */
  @IfGiven()
  @Ids({ max: MAX_MEMBERS })
  userIds?: string[];
}

/** PATCH /api/v3/teams/{id}: absent fields keep their value; `userIds` is the full new list of members. */
export class TeamPatch {
  @IfGiven()
  @Text({ max: MAX_TEXT_LENGTH })
  name?: string;

  @IfGiven()
  @Text({ max: MAX_TEXT_LENGTH })
  colour?: string;

  @IsOptional()
  @Text({ max: MAX_TEXT_LENGTH })
  email?: string | null;

  @IfGiven()
  @IsBoolean()
  sendNotification?: boolean;

  @IfGiven()
  @Ids({ max: MAX_MEMBERS })
  userIds?: string[];
}
