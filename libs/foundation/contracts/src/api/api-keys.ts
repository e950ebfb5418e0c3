/**
 * Prefix of every secret, so that scanners for leaked secrets recognise it: `parley_` and 43 characters of base64url.
 */
export const API_KEY_PREFIX = 'parley_';

export const MAX_API_KEY_NAME_LENGTH = 60;
export const MAX_API_KEY_RIGHTS = 100;
export const MAX_API_KEY_ADDRESSES = 20;
/** Maximum number of hours for which the previous secret works in addition to the new one. */
export const MAX_API_KEY_OVERLAP = 168;

/** `ownerGone`: the user for whom the key acts was deactivated or deleted. Only an active key works. */
export type ApiKeyState = 'active' | 'expired' | 'ownerGone';

export interface ApiKeyResponse {
  id: string;
  name: string;
  /** The last characters of the secret. */
  hint: string;
  rights: string[];
  allowedAddresses: string[];
  expiresAt: string | null;
  /** The user on whose behalf the key acts. The key never has more rights than this user. */
  ownerId: string;
  createdAt: string;
  state: ApiKeyState;
  /** Rounded to the minute; null: never used. */
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
  /** ISO 8601 UTC: until then the previous secret works; null if no previous secret works. */
  previousUntil: string | null;
}

/** GET /api/v3/api-keys */
export interface ApiKeysResponse {
  data: ApiKeyResponse[];
  /** Rights that the caller may give to a key: `subject:read`, `subject:write`. */
  grantable: string[];
  /** Whether API keys are enabled for the organisation. */
  isEnabled: boolean;
  position: string;
  stale: boolean;
}

/** POST /api/v3/api-keys and …/{id}/rotate */
export interface ApiKeyMadeResponse {
  id: string;
  /** Null for a repeated request: only the first response contains the secret. */
  secret: string | null;
  position: string;
}
