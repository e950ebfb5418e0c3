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
const MAX_NAME_LENGTH = 100;
/** Maximum length before sanitising, with the extra markup of mail programs. */
const MAX_HTML_LENGTH = 1_000_000;
const MAX_TEAMS = 200;

class UserSetting {
  @IsIn(userSettingNames)
  name!: UserSettingName;

  /** Must be a value that the setting allows; otherwise 400 `setting_invalid`. */
  @Text({ max: 100 })
  value!: string;
}

/**
 * PATCH /api/v3/users/{id}: a user's own settings and status, and fields of other users that administrators and
 * managers may change.
 */
export class UserPatch {
  @IfGiven()
  @ArrayNotEmpty()
  @NestedList(() => UserSetting, { max: userSettingNames.length })
  settings?: UserSetting[];

  @IfGiven()
  @IsIn(onlineStatuses)
  status?: OnlineStatus;

  /**
   * Accepted from clients after sign-in and ignored, like `identityProviderId`: the server takes both from the
   * sign-in itself.
   */
  @IfGiven()
  @Moment()
  lastLogin?: string;

  @IfGiven()
  @Text({ max: 255 })
  identityProviderId?: string;

  @IfGiven()
  @Text({ min: 1, max: MAX_NAME_LENGTH })
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

  /** The full new list of the user's teams. */
  @IfGiven()
  @Ids({ max: MAX_TEAMS })
  teamIds?: string[];
}

/**
 * PUT /api/v3/users/{id}/signature and /signatures/{channelId}. An empty signature for a channel means that the
 * general one applies. The
 * response is the sanitised HTML, without anything executable.
 */
export class SignatureRequest {
  /** HTML of at most 250 KB after sanitising; otherwise 413 `signature_too_large`. */
  @Text({ max: MAX_HTML_LENGTH, lines: true })
  html!: string;
}

/** POST /api/v3/users: invites a user. */
export class InviteRequest {
  @Text({ min: 1, max: MAX_NAME_LENGTH })
  displayName!: string;

  @EmailAddress()
  email!: string;

  @IsIn(roles)
  role!: Role;

  @IfGiven()
  @Ids({ max: MAX_TEAMS })
  teamIds: string[] = [];
}

/** GET /api/v3/users */
export class UsersQuery extends ListQuery {
  /** Part of the name or e-mail address. */
  @IsOptional()
  @Text({ max: 200 })
  search?: string;

  /** An OR list of ids: `{"$or":[{"id":"…"},…]}`. */
  @IsOptional()
  @Text({ max: 20_000, lines: true })
  s?: string;
}

/**
 * DELETE /api/v3/users/{id}: who gets the user's open conversations. If both are absent, the conversations become
 * unassigned.
 */
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
  /** Ends all sessions of the user, not only the session of this browser. */
  @IsOptional()
  @IsIn(['true'])
  everywhere?: 'true';
}
