import type { OnlineStatus, Role } from '../events';

export interface UserResponse {
  id: string;
  displayName: string;
  email: string;
  role: Role;
  status: OnlineStatus;
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
  user: UserResponse & { teamIds: string[]; settings: { name: string; value: string }[] };
  customer: {
    id: string;
    name: string;
    storageName: string;
    expandedTeamFilter: boolean;
    /** What everybody in the organisation is told, or null. */
    notice: string | null;
  };
  ability: AbilityRule[];
}

/** GET /api/v3/users/{id}/signature */
export interface SignatureResponse {
  /** Sanitised; empty until one is written. */
  html: string;
}

/** POST /auth/token: answered to the session cookie that sign-in set. */
export interface TokenResponse {
  idToken: string;
  /** ISO 8601 UTC. */
  expiresAt: string;
}
