import type { CommandResponse } from './conversations';

/** Where an app shows: beside a conversation, beside a contact, in the composer's menu, or on a page of its own. */
export const appPlaces = ['conversation', 'contact', 'composer', 'page'] as const;
export type AppPlace = (typeof appPlaces)[number];

/** What an app may be given leave to do. */
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

/** The setting that every app has: whether it is switched on. */
export const ACTIVE = 'active';
export const LONGEST_APP_NAME = 40;
export const LONGEST_PACKAGE_NAME = 60;
export const MOST_APP_SETTINGS = 30;
export const LONGEST_APP_SETTING = 2_000;
/** Days for which what an app kept stays once it was uninstalled. */
export const APP_DATA_KEPT_DAYS = 30;
/** Records that an app may keep in an organisation. */
export const MOST_APP_RECORDS = 1_000;
export const LONGEST_RECORD_NAME = 200;
/** Bytes of the value of a record. */
export const LARGEST_RECORD = 65_536;
/** Calls of the proxy, for each app of an organisation and process. */
export const PROXY_CALLS_A_MINUTE = 50;
export const PROXY_CALLS_AT_ONCE = 10;
export const PROXY_TIMEOUT_MS = 15_000;
/** Bytes of what is answered through the proxy. */
export const LARGEST_PROXY_ANSWER = 1_000_000;
export const LARGEST_PROXY_BODY = 65_536;
export const MOST_PROXY_HEADERS = 20;
export const APP_MAILS_AN_HOUR = 20;
/** Seconds for which an app may show who uses it. */
export const APP_TOKEN_SECONDS = 60;
/** Minutes that one has for signing in at another service. */
export const APP_SIGN_IN_MINUTES = 10;
export const LONGEST_APP_ACCOUNT = 200;
/** Calls of an app that its page shows. */
export const MOST_APP_CALLS_SHOWN = 50;

export type InLanguages = Record<'en' | 'es' | 'nl', string>;

export interface AppSetting {
  name: string;
  type: AppSettingType;
  label: InLanguages;
  hint?: InLanguages;
  required?: boolean;
  /** Of the type `choice`. */
  options?: string[];
}

/** What a server of an app hears of, as webhooks do. */
export interface AppBackground {
  /** May name a setting of the type `url`. */
  url: string;
  /** By the names that webhooks have: `chat::archived`. */
  events: string[];
  /** `thin`, ids alone, where it is left out. */
  payload?: 'full' | 'thin';
  /** The secret setting that deliveries are signed with. Without its value nothing is delivered. */
  secret: string;
}

/** How an organisation signs in at another service once, for the calls of an app: OAuth 2 with PKCE. */
export interface AppConnect {
  /** What people call the service. */
  service: string;
  /** Where one signs in, in a window. It may name a setting, as all of these may. */
  authorizeUrl: string;
  /** Where codes and refresh tokens are exchanged: at one of `hosts`. */
  tokenUrl: string;
  clientId: string;
  /** The secret setting that holds the client's secret, where it has one. */
  clientSecret?: string;
  /** What is asked for there. */
  scopes: string[];
  /** Where the name of the account is told, and in which field. Without it, that of an ID token is taken. */
  account?: { url: string; field: string };
}

/** What an app says of itself: `manifest.json` in its folder of the catalogue. */
export interface AppManifest {
  packageName: string;
  name: string;
  /** Three numbers: `1.0.0`. */
  version: string;
  publisher: string;
  description: InLanguages;
  /** Which file of its folder shows in which place. */
  places: Partial<Record<AppPlace, string>>;
  settings: AppSetting[];
  /** Hosts that it may call through the proxy; `{{setting.shopUrl}}` is the host of that setting. */
  hosts: string[];
  /** What it cannot do without. */
  scopes: AppScope[];
  /** What it can do without. */
  optionalScopes: AppScope[];
  features: { name: string; enabled: boolean }[];
  /** An address that tells by its status whether the settings are right. */
  test?: { url: string; headers?: Record<string, string> };
  /** Where it tells numbers of its own. */
  insights?: string;
  /** Where its server hears of what happens, with the right to `events`. */
  background?: AppBackground;
  /** Calls of the proxy may then send `{{connection.token}}` in their headers. */
  connect?: AppConnect;
}

/** A service that an app is signed in at. */
export interface AppConnectionResponse {
  /** Empty where the service does not say. */
  account: string;
  /** What the service granted. */
  scopes: string[];
  /** Who signed in, and when. */
  by: string;
  at: string;
  lastUsedAt: string | null;
  /** Since when the service refuses; null while it does not. */
  refusedSince: string | null;
}

/** `active`, `off`, `uninstalled` and kept for a while, or `broken`: its version is in the catalogue no more. */
export type AppState = 'active' | 'off' | 'uninstalled' | 'broken';

/** A setting as the specification has it. Of a secret, dots and its end. */
export interface AppSettingValue {
  name: string;
  value: string;
}

/** GET /api/v3/apps */
export interface AppResponse {
  id: string;
  name: string;
  packageName: string;
  /** Whether it runs. */
  enabled: boolean;
  /** With `active`; secrets only as dots and their end. */
  settings: AppSettingValue[];
  enabledFeatures: { name: string; enabled: boolean }[];
  version: string;
  publisher: string;
  state: AppState;
  places: Partial<Record<AppPlace, string>>;
  scopes: AppScope[];
  /** Until when it can be restored, where it was uninstalled. */
  keptUntil: string | null;
  /** A newer version, and what it asks for beyond what was granted; null where there is none. */
  update: { version: string; newScopes: AppScope[] } | null;
  /** Whether a service that it was signed in at refuses it. */
  isRefused: boolean;
}

/** GET /api/v3/apps/{id} */
export interface AppDetailsResponse extends AppResponse {
  manifest: AppManifest | null;
  /** Who set which secret, and when. */
  secrets: { name: string; hint: string; by: string; at: string }[];
  /** Null where nobody has signed in. */
  connection: AppConnectionResponse | null;
  records: number;
}

/** GET /api/v3/app-catalogue: the newest version of each app */
export interface CatalogueAppResponse {
  manifest: AppManifest;
  /** The app in this organisation; null where it is not installed. */
  installed: AppResponse | null;
}

export interface AppMadeResponse extends CommandResponse {
  id: string;
}

/** A record of an app. */
export interface AppRecordResponse {
  id: string;
  pluginId: string;
  name: string;
  /** JSON. */
  value: string;
  /** Counts its changes, from 1. */
  version: number;
}

/** What came back through the proxy. */
export interface ProxyResponse {
  status: number;
  headers: Record<string, string>;
  /** JSON where the answer is, else a text. */
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
  /** The other service's page at which one signs in, for a window of its own. */
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
