import type { MailFailure, OnlineStatus, Role } from '../events';

/** Invited and not there yet, at work, blocked, or gone: what they wrote still bears their name. */
export type UserState = 'invited' | 'active' | 'deactivated' | 'deleted';

/** Who somebody is. */
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
  /** The rest is for those who may change users. ISO 8601 UTC. */
  lastLogin?: string | null;
  /** How the last invitation's mail fared; null for whoever needed none. */
  invitation?: 'pending' | 'sent' | 'failed' | null;
  invitationFailure?: MailFailure | null;
  enforceTeamFilter?: boolean;
  enforceUnassignedChats?: boolean;
}

/** GET /api/v3/users/limit: how many users an organisation may have, and has; a limit of -1 is none. */
export interface UserLimitResponse {
  limit: number;
  taken: number;
  /** Cents per user and month, billed by the month and by the year; null where none was agreed. */
  priceMonthly: number | null;
  priceYearly: number | null;
}

/** POST /api/v3/users/{id}/invitation-link */
export interface InvitationLinkResponse {
  link: string;
  /** ISO 8601 UTC; null where it does not end. */
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

/** GET /api/v3/abilities: one thing that may be done, and the roles that may. */
export interface AbilityResponse {
  subject: string;
  action: string;
  roles: Role[];
}

/** A CASL raw rule. */
export interface AbilityRule {
  action: string;
  subject: string;
}

/** GET /api/gateway/v1/auth/permissions: everything the client needs to know about who signed in. */
export interface PermissionsResponse {
  /** With every setting, chosen or not; but the language only once it was chosen. */
  user: PersonResponse & { teamIds: string[]; settings: { name: string; value: string }[] };
  customer: {
    id: string;
    name: string;
    storageName: string;
    expandedTeamFilter: boolean;
    /** What everybody in the organisation is told, or null. */
    notice: string | null;
    /** The address that a phone number in a message leads to, with `{number}` for it; null: none. */
    phonePattern: string | null;
  };
  ability: AbilityRule[];
}

/** GET /api/v3/users/{id}/signature, and /signatures/{channelId} as it stands under what is sent from there */
export interface SignatureResponse {
  /** Sanitised; empty until one is written. */
  html: string;
  /** Where it was asked for one channel: whether it is that channel's own. */
  isOfChannel?: boolean;
}

/** POST /auth/token: answered to the session cookie that sign-in set. */
export interface TokenResponse {
  idToken: string;
  /** Seconds that it holds from now on: the clock of who asks may be wrong. */
  expiresIn: number;
}

/** GET /api/gateway/v1/customers/domain/{host}/org-id */
export interface OrganisationIdResponse {
  orgId: string;
}

/** GET /api/gateway/v1/customers/{id}: one's own organisation. */
export interface CustomerResponse {
  id: string;
  name: string;
  storageName: string;
  /** For client events only, base64url. */
  encryptionKey: string;
  /** The same. */
  decryptionKey: string;
}

/** GET /api/v3/assets/signed-cookies/{storageName}: the answer sets the cookie. */
export interface SignedCookiesResponse {
  /** ISO 8601. Until then it opens files, of messages that its owner may see. */
  validUntil: string;
}
