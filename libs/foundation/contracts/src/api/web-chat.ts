import type { EntryAsset } from './conversations';
import type { WebChatField } from '../rules/web-chat-settings';

// Requests and responses between the widget on a site and the server, below `/web-chat/{channelId}`. They contain
// everything that a
// visitor may know: no id of a contact, a conversation or a colleague.

/** GET /web-chat/{channelId}: the widget's settings and texts before the first message. */
export interface WebChatInfo {
  colour: string;
  position: 'end' | 'start';
  title: string;
  /** Null: the widget's default text. */
  greeting: string | null;
  closedText: string | null;
  asksFor: WebChatField[];
  isOpen: boolean;
  /**
   * When the channel opens again, ISO 8601 UTC, and the business's time zone; null if it is open or the time is
   * unknown.
   */
  opensAt: string | null;
  timeZone: string | null;
  /** Maximum length of a message in UTF-16 units, and maximum size of a file in bytes. */
  longestText: number;
  largestFile: number;
}

/** POST /web-chat/{channelId}/sessions. Without both fields the visitor is new. */
export interface VisitorSessionRequest {
  /** The token of an earlier session. */
  token?: string;
  /** A JWT that the site signed (HS256): `sub`, `exp`, and optionally `name`, `email` or `phone`. */
  identity?: string;
}

export interface VisitorSession {
  /** Opaque; the widget sends it with each request. */
  token: string;
  /**
   * True: the site's JWT identified the visitor. The widget does not store the token of such a session, because
   * without a JWT the next
   * visitor may be another person.
   */
  isIdentified: boolean;
  /** Fields of the form that are already known, so that the widget does not request them again. */
  known: WebChatField[];
  /** Whether the visitor has earlier entries. */
  hasHistory: boolean;
}

export interface VisitorEntry {
  id: string;
  /** The writer. `automatic`: an automatic message of the organisation. */
  by: 'visitor' | 'agent' | 'automatic';
  /** The agent's name; null for other writers. */
  author: string | null;
  text: string | null;
  files: VisitorFile[];
  /** Possible answers, shown as buttons; absent: none. */
  choices?: string[];
  location: { latitude: number; longitude: number; name: string | null } | null;
  /** ISO 8601 UTC. */
  time: string;
  /** When the organisation's message was recorded; `until` of receipts refers to it. */
  createdAt: string;
  /** Log position: entries are sorted by time, then by position. */
  position: string;
}

export interface VisitorFile {
  id: string;
  name: string | null;
  contentType: string;
  /** In bytes; null until the file is stored. */
  size: number | null;
  category: EntryAsset['category'];
  /** Opens the file for a few minutes; null if it is not stored yet or was deleted. */
  url: string | null;
}

/** GET /web-chat/{channelId}/entries?before=<id>: newest last. */
export interface VisitorEntriesResponse {
  entries: VisitorEntry[];
  /** Position from which the socket continues. */
  position: string;
  /** True: older entries exist. */
  hasMore: boolean;
}

/** POST /web-chat/{channelId}/messages */
export interface VisitorMessageRequest {
  /** Chosen by the widget; a retry with the same key creates no second message. */
  key: string;
  text?: string;
  /** Values of `file` from uploads. */
  files?: string[];
  /** The visitor's data from the form before the first message. */
  introduction?: Introduction;
}

/** The response means that the message is stored durably. */
export interface VisitorMessageResponse {
  /** Id of the resulting entry. */
  id: string;
}

/** POST /web-chat/{channelId}/introduction */
export type Introduction = Partial<Record<WebChatField, string>>;

/** POST /web-chat/{channelId}/files?name=<name>: the body is the file. */
export interface VisitorFileResponse {
  /** Refers to the file in a message; valid for an hour. */
  file: string;
}

/**
 * POST /web-chat/{channelId}/receipts: the widget received or showed all messages of the organisation up to a moment.
 */
export interface ReceiptRequest {
  status: 'delivered' | 'read';
  /** `createdAt` of the newest of these entries. */
  until: string;
}

/** GET /api/v3/channels/{id}/sites: sites on which the widget was loaded, for administrators. */
export interface SeenSitesResponse {
  data: SeenSite[];
}

export interface SeenSite {
  origin: string;
  /** ISO 8601 UTC, rounded to the minute. */
  seenAt: string;
}

export interface VisitorPush {
  position: string;
  entries: VisitorEntry[];
  gone: string[];
}

/** Socket.io namespace `/web-chat`; `auth` has `channelId` and `token`. */
export interface ServerToVisitor {
  push: (push: VisitorPush) => void;
  /** The widget must fetch the entries again, because too many changes have passed. */
  reset: () => void;
  /** An agent is typing, or has stopped. */
  typing: (typing: { isTyping: boolean }) => void;
}

export interface VisitorToServer {
  /**
   * Subscribes to the visitor's thread from a position. The widget sends it after each connection and after the first
   * message.
   */
  follow: (position: string | null, ack: (answer: { ok: boolean }) => void) => void;
  typing: (isTyping: boolean) => void;
}

/**
 * Body of a web-chat webhook for the inbound consumer. Only the server makes it, from requests of identified
 * visitors.
 */
export interface WebChatWebhook {
  channelId: string;
  /** Id of the visitor, unique within the channel. */
  visitor: string;
  profile: Introduction;
  event:
    | { type: 'message'; key: string; text?: string; files?: WebChatFile[] }
    | { type: 'introduction' }
    | ({ type: 'receipt' } & ReceiptRequest);
}

/** A file that the server has stored. */
export interface WebChatFile {
  assetId: string;
  path: string;
  contentType: string;
  fileName: string;
  size: number;
  sha256: string;
}

/** The id of a visitor's message in place of a provider's id. */
export function visitorMessageKey(visitor: string, key: string): string {
  return `${visitor}/${key}`;
}

/** Scope of a visitor's id. */
export function visitorScope(channelId: string): string {
  return `web/${channelId}`;
}
