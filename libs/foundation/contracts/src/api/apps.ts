import type { CommandResponse } from './conversations';

/**
 * Places where the client shows an app: beside a conversation, beside a contact, in the composer's menu, or on its
 * own page.
 */
export const appPlaces = ['conversation', 'contact', 'composer', 'page'] as const;
export type AppPlace = (typeof appPlaces)[number];

/** Permissions that an organisation can grant to an app. */
export const appScopes = [
  'assistant',
  'contact:read',
  'conversation:read',
  'data',
  'draft:write',
  'email',
  'events',
  'identity',
  'proxy',
] as const;
export type AppScope = (typeof appScopes)[number];

export const appSettingTypes = ['text', 'url', 'number', 'switch', 'choice', 'secret'] as const;
export type AppSettingType = (typeof appSettingTypes)[number];

/** Name of the setting that every app has: whether it is switched on. */
export const ACTIVE = 'active';
export const MAX_APP_NAME_LENGTH = 40;
export const MAX_PACKAGE_NAME_LENGTH = 60;
export const MAX_APP_SETTINGS = 30;
export const MAX_APP_SETTING_LENGTH = 2_000;
/** Days for which an app's data is kept after it is uninstalled. */
export const APP_DATA_KEPT_DAYS = 30;
/** Maximum number of records of an app in an organisation. */
export const MAX_APP_RECORDS = 1_000;
export const MAX_RECORD_NAME_LENGTH = 200;
/** Maximum size in bytes of a record's value. */
export const MAX_RECORD_SIZE = 65_536;
/** Limits of calls through the proxy, per app of an organisation and server process. */
export const PROXY_CALLS_A_MINUTE = 50;
export const PROXY_CALLS_AT_ONCE = 10;
export const PROXY_TIMEOUT_MS = 15_000;
/** Maximum size in bytes of a response through the proxy. */
export const MAX_PROXY_ANSWER_SIZE = 1_000_000;
export const MAX_PROXY_BODY_SIZE = 65_536;
export const MAX_PROXY_HEADERS = 20;
export const APP_MAILS_AN_HOUR = 20;
/** Lifetime in seconds of the token that identifies the user to an app. */
export const APP_TOKEN_SECONDS = 60;
/** Minutes within which a user must complete the sign-in at an external service. */
export const APP_SIGN_IN_MINUTES = 10;
export const MAX_APP_ACCOUNT_LENGTH = 200;
/** Number of recent calls that the app's page shows. */
export const MAX_APP_CALLS_SHOWN = 50;

export type InLanguages = Record<'en' | 'es' | 'nl', string>;

export interface AppSetting {
  name: string;
  type: AppSettingType;
  label: InLanguages;
  hint?: InLanguages;
  required?: boolean;
  /** Only for the type `choice`. */
  options?: string[];
}

/** Delivers events to the app's server, in the format of webhooks. */
export interface AppBackground {
  /** May contain a setting of the type `url`. */
  url: string;
  /** Names of events as for webhooks: `chat::archived`. */
  events: string[];
  /** Default: `thin`, which contains only ids. */
  payload?: 'full' | 'thin';
  /** Name of the secret setting that signs deliveries. While it has no value, nothing is delivered. */
  secret: string;
}

/** Sign-in of an organisation at an external service for the calls of an app: OAuth 2 with PKCE. */
export interface AppConnect {
  /** The service's name for display. */
  service: string;
  /** URL of the sign-in page, which opens in a window. All fields of this object may contain settings. */
  authorizeUrl: string;
  /** Token endpoint for codes and refresh tokens; its host must be among `hosts`. */
  tokenUrl: string;
  clientId: string;
  /** Name of the secret setting that contains the client secret; absent if the service needs none. */
  clientSecret?: string;
  /** OAuth scopes that the app requests. */
  scopes: string[];
  /** URL and field of the account's name. If absent, the name comes from the ID token. */
  account?: { url: string; field: string };
}

/** Contents of `manifest.json` in the app's folder of the catalogue. */
export interface AppManifest {
  packageName: string;
  name: string;
  /** Three numbers: `1.0.0`. */
  version: string;
  publisher: string;
  description: InLanguages;
  /** File in the app's folder for each place. */
  places: Partial<Record<AppPlace, string>>;
  settings: AppSetting[];
  /** Hosts that the app may call through the proxy; `{{setting.shopUrl}}` is the host of that setting. */
  hosts: string[];
  /** Required permissions. */
  scopes: AppScope[];
  /** Optional permissions, which the organisation may refuse. */
  optionalScopes: AppScope[];
  features: { name: string; enabled: boolean }[];
  /** URL whose response status shows whether the settings are correct. */
  test?: { url: string; headers?: Record<string, string> };
  /** URL that returns the app's own metrics. */
  insights?: string;
  /** Requires the permission `events`. */
  background?: AppBackground;
  /** With a connection, headers of proxy calls may contain `{{connection.token}}`. */
  connect?: AppConnect;
}

/** An external service at which a user authorised the app. */
export interface AppConnectionResponse {
  /** Name of the account; empty if the service does not provide it. */
  account: string;
  /** OAuth scopes that the service granted. */
  scopes: string[];
  /** The user who signed in, and when. */
  by: string;
  at: string;
  lastUsedAt: string | null;
  /** ISO 8601 UTC: since then the service rejects the token; null if it accepts the token. */
  refusedSince: string | null;
}

/**
 * `off`: switched off; `uninstalled`: its data is still kept; `broken`: the catalogue no longer contains its version.
 */
export type AppState = 'active' | 'off' | 'uninstalled' | 'broken';

/** A setting in the shape of the specified API. The value of a secret is dots and its last characters. */
export interface AppSettingValue {
  name: string;
  value: string;
}

/** GET /api/v3/apps */
export interface AppResponse {
  id: string;
  name: string;
  packageName: string;
  enabled: boolean;
  /** Includes `active`. Secrets appear only as dots and their last characters. */
  settings: AppSettingValue[];
  enabledFeatures: { name: string; enabled: boolean }[];
  version: string;
  publisher: string;
  state: AppState;
  places: Partial<Record<AppPlace, string>>;
  scopes: AppScope[];
  /** ISO 8601 UTC: until then an uninstalled app can be restored; null for other apps. */
  keptUntil: string | null;
  /** A newer version, with the permissions that the organisation has not granted yet; null if there is none. */
  update: { version: string; newScopes: AppScope[] } | null;
  /** Whether an external service rejects the app's authorisation. */
  isRefused: boolean;
}

/** GET /api/v3/apps/{id} */
export interface AppDetailsResponse extends AppResponse {
  manifest: AppManifest | null;
  /** The user who set each secret, and when. */
  secrets: { name: string; hint: string; by: string; at: string }[];
  /** Null if no user has signed in at the external service. */
  connection: AppConnectionResponse | null;
  records: number;
}

/** GET /api/v3/app-catalogue: the newest version of each app. */
export interface CatalogueAppResponse {
  manifest: AppManifest;
  /** The app as installed in this organisation; null if it is not installed. */
  installed: AppResponse | null;
}

export interface AppMadeResponse extends CommandResponse {
  id: string;
}

export interface AppRecordResponse {
  id: string;
  pluginId: string;
  name: string;
  /** JSON. */
  value: string;
  /** Number of the record's version, from 1. */
  version: number;
}

/** Response of the external service through the proxy. */
export interface ProxyResponse {
  status: number;
  headers: Record<string, string>;
  /** Parsed JSON, or the text if the response is not JSON. */
  data: unknown;
}

/** GET /api/v3/apps/{id}/calls */
export interface AppCallResponse {
  at: string;
  method: string;
  host: string;
  path: string;
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** POST /api/v3/apps/{id}/connection */
export interface AppSignInResponse {
  /** URL of the external service's sign-in page, to be opened in its own window. */
  url: string;
}

/** POST /api/v3/app-connections */
export interface AppConnectedResponse extends CommandResponse {
  id: string;
  service: string;
  account: string;
}

/** POST /api/v3/apps/{id}/token */
export interface AppTokenResponse {
  token: string;
  expiresAt: string;
}
