import { ArrayNotEmpty, IsBoolean, IsIn, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import {
  onlineStatuses,
  userSettingNames,
  type OnlineStatus,
  type Role,
  type UserSettingName,
} from '../events/user.events';
import { ListQuery } from './conversations.requests';
import { EmailAddress, Ids, IfGiven, Moment, NestedList, Text } from './input';

const roles: Role[] = ['admin', 'manager', 'user'];
const LONGEST_NAME = 100;
/** Before it is sanitised, with whatever a mail program puts around it. */
const LONGEST_HTML = 1_000_000;
const MOST_TEAMS = 200;

class UserSetting {
  @IsIn(userSettingNames)
  name!: UserSettingName;

  /** One of the values that the setting knows, or 400 `setting_invalid`. */
  @Text({ max: 100 })
  value!: string;
}

/** PATCH /api/v3/users/{id}: one's own settings and status, and what administrators and managers change of others. */
export class UserPatch {
  @IfGiven()
  @ArrayNotEmpty()
  @NestedList(() => UserSetting, { max: userSettingNames.length })
  settings?: UserSetting[];

  @IfGiven()
  @IsIn(onlineStatuses)
  status?: OnlineStatus;

  /** One's own, as a client says them at sign-in: the product knows both from the sign-in itself, and keeps that. */
  @IfGiven()
  @Moment()
  lastLogin?: string;

  @IfGiven()
  @Text({ max: 255 })
  identityProviderId?: string;

  @IfGiven()
  @Text({ min: 1, max: LONGEST_NAME })
  displayName?: string;

  @IfGiven()
  @EmailAddress()
  email?: string;

  @IfGiven()
  @IsIn(roles)
  role?: Role;

  @IfGiven()
  @IsBoolean()
  active?: boolean;

  @IfGiven()
  @IsBoolean()
  enforceTeamFilter?: boolean;

  @IfGiven()
  @IsBoolean()
  enforceUnassignedChats?: boolean;

  /** The teams they are in from now on: all of them. */
  @IfGiven()
  @Ids({ max: MOST_TEAMS })
  teamIds?: string[];
}

/** PUT /api/v3/users/{id}/signature, and /signatures/{channelId}, where an empty one means: as everywhere. What comes back is what was kept of it: nothing that could run. */
export class SignatureRequest {
  /** HTML of 250 KB at most once it is sanitised, or 413 `signature_too_large`. */
  @Text({ max: LONGEST_HTML, lines: true })
  html!: string;
}

/** POST /api/v3/users: invites somebody. */
export class InviteRequest {
  @Text({ min: 1, max: LONGEST_NAME })
  displayName!: string;

  @EmailAddress()
  email!: string;

  @IsIn(roles)
  role!: Role;

  @IfGiven()
  @Ids({ max: MOST_TEAMS })
  teamIds: string[] = [];
}

/** GET /api/v3/users */
export class UsersQuery extends ListQuery {
  /** Part of their name or address. */
  @IsOptional()
  @Text({ max: 200 })
  search?: string;

  /** An OR list of ids: `{"$or":[{"id":"…"},…]}`. */
  @IsOptional()
  @Text({ max: 20_000, lines: true })
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

export class SignOutQuery {
  /** Ends all sessions of the person who signs out, and not this browser's alone. */
  @IsOptional()
  @IsIn(['true'])
  everywhere?: 'true';
}
