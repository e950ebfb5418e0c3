/** A secret begins with this, so that scanners of leaked secrets know it: `parley_` and 43 characters of base64url. */
export const API_KEY_PREFIX = 'parley_';

export const LONGEST_API_KEY_NAME = 60;
export const MOST_API_KEY_RIGHTS = 100;
export const MOST_API_KEY_ADDRESSES = 20;
/** For so long, in hours, the secret before may hold beside the new one. */
export const LONGEST_API_KEY_OVERLAP = 168;

/** Why a key opens nothing at the moment. */
export type ApiKeyState = 'active' | 'expired' | 'ownerGone';

export interface ApiKeyResponse {
  id: string;
  name: string;
  /** The end of the secret. */
  hint: string;
  rights: string[];
  allowedAddresses: string[];
  expiresAt: string | null;
  /** For whom it acts: never with more rights than they have. */
  ownerId: string;
  createdAt: string;
  state: ApiKeyState;
  /** To the minute; null before the first time. */
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
  /** Until when the secret before holds; null where none does. */
  previousUntil: string | null;
}

/** GET /api/v3/api-keys */
export interface ApiKeysResponse {
  data: ApiKeyResponse[];
  /** What a key of whoever asks may be given: `subject:read`, `subject:write`. */
  grantable: string[];
  /** Whether the organisation may use the API by keys at all. */
  isEnabled: boolean;
  position: string;
  stale: boolean;
}

/** POST /api/v3/api-keys and …/{id}/rotate */
export interface ApiKeyMadeResponse {
  id: string;
  /** Shown this once; null where a request is repeated, whose first answer had it. */
  secret: string | null;
  position: string;
}
