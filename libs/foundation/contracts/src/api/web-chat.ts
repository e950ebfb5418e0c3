import type { EntryAsset } from './conversations';
import type { WebChatField } from '../rules/web-chat-settings';

// What the widget on a site and the server say to each other, below `/web-chat/{channelId}`. Everything a visitor may
// know is here: no id of a contact, a conversation or a colleague.

/** GET /web-chat/{channelId}: all that the widget shows before anybody says anything. */
export interface WebChatInfo {
  colour: string;
  position: 'end' | 'start';
  title: string;
  /** Null: the widget's own words. */
  greeting: string | null;
  closedText: string | null;
  asksFor: WebChatField[];
  isOpen: boolean;
  /** When it opens again, ISO 8601 UTC, and the time zone of the business; null where that is open or unknown. */
  opensAt: string | null;
  timeZone: string | null;
  /** Units of UTF-16 that a message may have, and bytes that a file may have. */
  longestText: number;
  largestFile: number;
}

/** POST /web-chat/{channelId}/sessions: who comes. Both left out: somebody new. */
export interface VisitorSessionRequest {
  /** Of an earlier session. */
  token?: string;
  /** A JWT that the site signed (HS256): `sub`, `exp`, and `name`, `email` or `phone`, if it likes. */
  identity?: string;
}

export interface VisitorSession {
  /** Opaque; the widget shows it with each request. */
  token: string;
  /** The site said who it is. The widget keeps no such token: without the site's word it is somebody else. */
  isIdentified: boolean;
  /** Fields of the form that are known, so that nobody is asked twice. */
  known: WebChatField[];
  /** Whether there is anything to read. */
  hasHistory: boolean;
}

/** An entry as the visitor sees it. */
export interface VisitorEntry {
  id: string;
  /** Who wrote it. `automatic`: the organisation, by no person's hand. */
  by: 'visitor' | 'agent' | 'automatic';
  /** The agent's name. */
  author: string | null;
  text: string | null;
  files: VisitorFile[];
  /** What may be answered by pressing a button; left out: nothing is offered. */
  choices?: string[];
  location: { latitude: number; longitude: number; name: string | null } | null;
  /** ISO 8601 UTC. */
  time: string;
  /** When the organisation wrote it: receipts name it. */
  createdAt: string;
  /** Of the thread: entries are sorted by time, then by this. */
  position: string;
}

export interface VisitorFile {
  id: string;
  name: string | null;
  contentType: string;
  /** Bytes. */
  size: number | null;
  category: EntryAsset['category'];
  /** Opens it for some minutes. Null: it is not there yet, or no more. */
  url: string | null;
}

/** GET /web-chat/{channelId}/entries?before=<id>: newest last. */
export interface VisitorEntriesResponse {
  entries: VisitorEntry[];
  /** The cursor from which the socket goes on. */
  position: string;
  /** There are older ones. */
  hasMore: boolean;
}

/** POST /web-chat/{channelId}/messages */
export interface VisitorMessageRequest {
  /** Made by the widget: the same message, sent again, is one message. */
  key: string;
  text?: string;
  /** What uploading answered with. */
  files?: string[];
  /** What the form asked for before the first message. */
  introduction?: Introduction;
}

/** The server has it durably. */
export interface VisitorMessageResponse {
  /** Of the entry that it becomes. */
  id: string;
}

/** POST /web-chat/{channelId}/introduction */
export type Introduction = Partial<Record<WebChatField, string>>;

/** POST /web-chat/{channelId}/files?name=<name>: the body is the file. */
export interface VisitorFileResponse {
  /** Names it in a message, for an hour. */
  file: string;
}

/** POST /web-chat/{channelId}/receipts: all that the organisation wrote up to a moment was taken, or was shown. */
export interface ReceiptRequest {
  status: 'delivered' | 'read';
  /** `createdAt` of the newest such entry. */
  until: string;
}

/** GET /api/v3/channels/{id}/sites: where the widget was seen, for who sets it up. */
export interface SeenSitesResponse {
  data: SeenSite[];
}

export interface SeenSite {
  origin: string;
  /** ISO 8601 UTC, to the minute. */
  seenAt: string;
}

export interface VisitorPush {
  position: string;
  entries: VisitorEntry[];
  gone: string[];
}

/** On the socket.io namespace `/web-chat`; `auth` has `channelId` and `token`. */
export interface ServerToVisitor {
  push: (push: VisitorPush) => void;
  /** Fetch again: too much has passed. */
  reset: () => void;
  /** Somebody of the organisation writes, or has stopped. */
  typing: (typing: { isTyping: boolean }) => void;
}

export interface VisitorToServer {
  /** Follow one's thread from a cursor. Said after each connection, and after the first message. */
  follow: (position: string | null, ack: (answer: { ok: boolean }) => void) => void;
  typing: (isTyping: boolean) => void;
}

/**
 * What the server hands to the inbound consumer as the body of a web-chat webhook. It is made by the server alone, from
 * requests whose visitor it knows.
 */
export interface WebChatWebhook {
  channelId: string;
  /** Who it is, unique within the channel. */
  visitor: string;
  profile: Introduction;
  event:
    | { type: 'message'; key: string; text?: string; files?: WebChatFile[] }
    | { type: 'introduction' }
    | ({ type: 'receipt' } & ReceiptRequest);
}

/** A file that the server stored. */
export interface WebChatFile {
  assetId: string;
  path: string;
  contentType: string;
  fileName: string;
  size: number;
  sha256: string;
}

/** The provider's id of a visitor's message. */
export function visitorMessageKey(visitor: string, key: string): string {
  return `${visitor}/${key}`;
}

/** Where a visitor's id means something. */
export function visitorScope(channelId: string): string {
  return `web/${channelId}`;
}
