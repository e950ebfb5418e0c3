import type { AppPlace, AppRecordResponse, AppScope, ProxyResponse } from '../api/apps';

/**
 * Messages by `postMessage` before page and inbox share a port; each side sends them only to the other side's window.
 */
export const READY = 'parley-app-ready';
export const PORT = 'parley-app-port';
/**
 * Time in ms without a response of the page after which the inbox shows a notice (SILENT_AFTER_MS) or removes the
 * page's frame (LOST_AFTER_MS).
 */
export const SILENT_AFTER_MS = 10_000;
export const LOST_AFTER_MS = 120_000;
/** Rate limit of a page's calls: maximum burst, and sustained calls per second. */
export const CALLS_AT_ONCE = 50;
export const CALLS_A_SECOND = 20;
/** Number of refused calls after which the inbox stops the page. */
export const MAX_REFUSED_CALLS = 500;
export const MAX_CALLS_UNDER_WAY = 20;
/** Maximum length of a call in characters, as JSON. */
export const MAX_CALL_SIZE = 100_000;
export const MIN_APP_HEIGHT = 120;
export const MAX_APP_HEIGHT = 600;
export const MAX_INSERT_LENGTH = 4_000;
export const MAX_APP_TOAST_LENGTH = 200;
/** Maximum number of messages of the open conversation that an app can read. */
export const MAX_APP_MESSAGES = 20;

/** The context in which a page runs. Parts for which the app has no permission are null. */
export interface AppContext {
  app: { id: string; name: string };
  place: AppPlace;
  language: 'en' | 'es' | 'nl';
  theme: 'light' | 'dark';
  /** Requires `conversation:read`. */
  conversation: { id: string; platform: string; status: string; tagIds: string[] } | null;
  /** Requires `contact:read`. */
  contact: { id: string; name: string; phone: string | null; email: string | null } | null;
}

export interface AppMessage {
  id: string;
  direction: string;
  text: string;
  at: string;
}

/** Methods that a page can call, with their parameters and results. */
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
  /** `language`: a code such as `en`, or the name of a language. */
  translate: [{ text: string; language: string }, string];
}

export type AppMethod = keyof AppCalls;

/** The permission that each call requires; null: none. */
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

/** From a page to the inbox. */
export interface AppCall {
  id: number;
  method: AppMethod;
  params: unknown;
}

/** From the inbox to a page: the response to a call, or a changed context. */
export type AppReply =
  | { id: number; result: unknown }
  | { id: number; error: { code: string; message: string } }
  | { event: 'context'; data: AppContext };
