import { IsBoolean, IsOptional } from 'class-validator';
import { Ids, IfGiven, Text } from './input';

const MOST_MEMBERS = 1_000;
const LONGEST_TEXT = 1_000;

/** POST /api/v3/teams. The rules of teams check the values later: `team_name_invalid` and others. */
export class TeamRequest {
  @Text({ max: LONGEST_TEXT })
  name!: string;

  /** `#rrggbb` */
  @Text({ max: LONGEST_TEXT })
  colour!: string;

  @IsOptional()
  @Text({ max: LONGEST_TEXT })
  email?: string | null;

  @IfGiven()
  @IsBoolean()
  sendNotification?: boolean;

  /** Ids of the members. */
  @IfGiven()
  @Ids({ max: MOST_MEMBERS })
  userIds?: string[];
}

/** PATCH /api/v3/teams/{id}: absent fields keep their value; `userIds` is the full new list of members. */
export class TeamPatch {
  @IfGiven()
  @Text({ max: LONGEST_TEXT })
  name?: string;

  @IfGiven()
  @Text({ max: LONGEST_TEXT })
  colour?: string;

  @IsOptional()
  @Text({ max: LONGEST_TEXT })
  email?: string | null;

  @IfGiven()
  @IsBoolean()
  sendNotification?: boolean;

  @IfGiven()
  @Ids({ max: MOST_MEMBERS })
  userIds?: string[];
}
