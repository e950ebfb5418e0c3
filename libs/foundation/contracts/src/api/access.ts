import type { MailFailure, OnlineStatus, Role } from '../events';

/**
 * `invited`: has not accepted the invitation yet; `deactivated`: cannot sign in; `deleted`: kept only because their
 * messages show
 * their name.
 */
export type UserState = 'invited' | 'active' | 'deactivated' | 'deleted';

/** A user's public profile. */
export interface PersonResponse {
  id: string;
  displayName: string;
  email: string;
  role: Role;
  status: OnlineStatus;
}

export interface UserResponse extends PersonResponse {
  state: UserState;
  active: boolean;
  /**
   * This and the following fields are present only if the caller may change users. ISO 8601 UTC; null: never signed
   * in.
   */
  lastLogin?: string | null;
  /** Status of the last invitation's e-mail; null if the user needed no invitation. */
  invitation?: 'pending' | 'sent' | 'failed' | null;
  invitationFailure?: MailFailure | null;
  enforceTeamFilter?: boolean;
  enforceUnassignedChats?: boolean;
}

/** GET /api/v3/users/limit: maximum and current number of users of the organisation; a limit of -1 means no limit. */
export interface UserLimitResponse {
  limit: number;
  taken: number;
  /** Cents per user and month, with monthly and with yearly billing; null if no price was agreed. */
  priceMonthly: number | null;
  priceYearly: number | null;
}

/** POST /api/v3/users/{id}/invitation-link */
export interface InvitationLinkResponse {
  link: string;
  /** ISO 8601 UTC; null: the link does not expire. */
  expiresAt: string | null;
}

export interface TeamResponse {
  id: string;
  name: string;
  colour: string;
  email: string | null;
  sendNotification: boolean;
  teamUsers: { userId: string }[];
}

/** GET /api/v3/abilities: an action on a subject, and the roles that may perform it. */
export interface AbilityResponse {
  subject: string;
  action: string;
  roles: Role[];
}

/** A raw rule of the library CASL. */
export interface AbilityRule {
  action: string;
  subject: string;
}

/** GET /api/gateway/v1/auth/permissions: the signed-in user, the organisation and the user's rights. */
export interface PermissionsResponse {
  /**
   * Contains all settings, with default values for those the user did not set; `language` only if the user set it.
   */
  user: PersonResponse & { teamIds: string[]; settings: { name: string; value: string }[] };
  customer: {
    id: string;
    name: string;
    storageName: string;
    expandedTeamFilter: boolean;
    /** Message to all users of the organisation; null: none. */
    notice: string | null;
    /**
     * URL for phone numbers in messages, with `{number}` in place of the number; null: phone numbers are not links.
     */
    phonePattern: string | null;
  };
  ability: AbilityRule[];
}

/**
 * GET /api/v3/users/{id}/signature, and /signatures/{channelId} for the signature below messages from one channel.
 */
export interface SignatureResponse {
  /** Sanitised HTML; empty if the user has not written a signature. */
  html: string;
  /** Present only for requests with a channel: true if the user has a separate signature for this channel. */
  isOfChannel?: boolean;
}

/** POST /auth/token: requires the session cookie from sign-in. */
export interface TokenResponse {
  idToken: string;
  /** Seconds until the token expires, counted from the response, because the client's clock may be wrong. */
  expiresIn: number;
}

/** GET /api/gateway/v1/customers/domain/{host}/org-id */
export interface OrganisationIdResponse {
  orgId: string;
}

/** GET /api/gateway/v1/customers/{id}: the caller's own organisation. */
export interface CustomerResponse {
  id: string;
  name: string;
  storageName: string;
  /** base64url; used only for client events. */
  encryptionKey: string;
  /** The same key as `encryptionKey`. */
  decryptionKey: string;
}

/** GET /api/v3/assets/signed-cookies/{storageName}: the response also sets the cookie. */
export interface SignedCookiesResponse {
  /** ISO 8601. Until then the cookie opens files of messages that its user may see. */
  validUntil: string;
}
