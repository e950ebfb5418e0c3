import type { AppPlace, AppRecordResponse, AppScope, ProxyResponse } from '../api/apps';

/** What a page and the inbox say before they have a port: by `postMessage`, each only to the window that it knows. */
export const READY = 'parley-app-ready';
export const PORT = 'parley-app-port';
/** Without an answer for so long, the inbox says so; and at last it takes the frame away. */
export const SILENT_AFTER_MS = 10_000;
export const LOST_AFTER_MS = 120_000;
/** Calls of one page: so many at once, and so many a second steadily. */
export const CALLS_AT_ONCE = 50;
export const CALLS_A_SECOND = 20;
/** Calls that are refused as too many before a page is stopped. */
export const MOST_REFUSED_CALLS = 500;
export const MOST_CALLS_UNDER_WAY = 20;
/** Characters of a call, as JSON. */
export const LARGEST_CALL = 100_000;
export const MIN_APP_HEIGHT = 120;
export const MAX_APP_HEIGHT = 600;
export const LONGEST_INSERT = 4_000;
export const LONGEST_APP_TOAST = 200;
/** Messages of the open conversation that an app reads. */
export const MOST_APP_MESSAGES = 20;

/** What a page knows of where it stands. What it has no right to is null. */
export interface AppContext {
  app: { id: string; name: string };
  place: AppPlace;
  language: 'en' | 'es' | 'nl';
  theme: 'light' | 'dark';
  /** With `conversation:read`. */
  conversation: { id: string; platform: string; status: string; tagIds: string[] } | null;
  /** With `contact:read`. */
  contact: { id: string; name: string; phone: string | null; email: string | null } | null;
}

export interface AppMessage {
  id: string;
  direction: string;
  text: string;
  at: string;
}

/** What a page may ask for: by method, what it says and what it hears. */
export interface AppCalls {
  'draft.insert': [{ text: string }, null];
  toast: [{ message: string }, null];
  open: [{ conversationId?: string; contactId?: string }, null];
  resize: [{ height: number }, null];
  settings: [null, Record<string, string>];
  messages: [null, AppMessage[]];
  'data.list': [{ name?: string }, AppRecordResponse[]];
  'data.add': [{ name: string; value: unknown }, AppRecordResponse];
  'data.change': [{ id: string; name: string; value: unknown; version?: number }, AppRecordResponse];
  'data.remove': [{ id: string }, null];
  proxy: [{ url: string; method?: string; headers?: Record<string, string>; body?: string }, ProxyResponse];
  email: [{ to: string; subject: string; text: string }, { id: string }];
  token: [null, { token: string; expiresAt: string }];
  /** `en`, or a language by its name. */
  translate: [{ text: string; language: string }, string];
}

export type AppMethod = keyof AppCalls;

/** The right that each call needs; null for those that need none. */
export const scopeOfCall: Record<AppMethod, AppScope | null> = {
  'draft.insert': 'draft:write',
  toast: null,
  open: null,
  resize: null,
  settings: null,
  messages: 'conversation:read',
  'data.list': 'data',
  'data.add': 'data',
  'data.change': 'data',
  'data.remove': 'data',
  proxy: 'proxy',
  email: 'email',
  token: 'identity',
  translate: 'assistant',
};

/** From a page. */
export interface AppCall {
  id: number;
  method: AppMethod;
  params: unknown;
}

/** To a page: the answer to a call, or what changed. */
export type AppReply =
  | { id: number; result: unknown }
  | { id: number; error: { code: string; message: string } }
  | { event: 'context'; data: AppContext };
