import type { SettingsCategory } from '../events/domain-event';
import type { PersonalNews } from '../api/conversation-news';
import type { Chat, ChatEntry, ListCount } from '../api/conversations';
import type { DraftKind } from '../api/drafts';
import type { Job } from '../api/jobs';
import type { TeamChat, TeamChatEntry } from '../api/team-chats';

/**
 * Messages of the server and the client over socket.io. A push contains whole rows, so applying it twice, or applying
 * a row that is
 * newer than the push's position, has no adverse effect.
 */
export interface ListPush<Row = unknown> {
  view: string;
  /** The position after this push, from which the client resumes. */
  position: string;
  rows: Row[];
  /** Ids of rows that this viewer may no longer see. */
  gone: string[];
  /** Server time if the change has just happened; null if the push delivers changes that the client missed. */
  liveAt: string | null;
}

/** Rows within one row of a list, such as a conversation's entries, for a window that follows that row. */
export interface ThreadPush<Row = unknown> {
  view: string;
  position: string;
  /** The row that the window follows. */
  chatId: string;
  rows: Row[];
  /** Ids of rows that no longer exist, such as an echo that turned out to be a message sent from Parley. */
  gone: string[];
}

export interface InboxPush extends ListPush<Chat> {
  view: 'inbox';
  counts: ListCount[];
  /** The counts of the e-mail inbox. */
  emailCounts?: ListCount[];
}

export interface TranscriptPush extends ThreadPush<ChatEntry> {
  view: 'transcript';
}

export interface TeamChatPush extends ListPush<TeamChat> {
  view: 'team_chat';
}

export interface TeamThreadPush extends ThreadPush<TeamChatEntry> {
  view: 'team_thread';
}

/**
 * The client must fetch the view again: its position is older than the stored changes, too much has changed, or the
 * viewer's access has
 * changed.
 */
export interface ResetPush<View extends string = 'inbox' | 'transcript'> {
  view: View;
  reset: true;
}

/** Views for requests that do not name one. */
export const defaultViews = { list: 'inbox', thread: 'transcript' };

/**
 * Settings have changed: a client that shows one of the categories fetches it again. The push does not contain the
 * new settings.
 */
export interface ChangedPush {
  categories: SettingsCategory[];
  /** Log position for the query, so that its response includes the change. */
  position: string;
}

/** The conversation that a window shows, and whether its user is typing there. */
export interface Look {
  /** The list that contains the conversation; absent: `inbox`. */
  view?: string;
  chatId: string;
  isTyping: boolean;
}

/** Users who have conversations open at the moment. Presence is not stored. */
export interface PresencePush {
  /** True: the full list; false: only the conversations that changed. */
  isAll: boolean;
  /** An empty `users` means that the last user has left the conversation. */
  chats: { chatId: string; users: { userId: string; isTyping: boolean }[] }[];
}

/** A draft that the user sent in one window; the user's other windows delete their copies. */
export interface SentDraft {
  chatId: string;
  kind: DraftKind;
  /** Versions of the sent text, and of the drafts from which it was edited. */
  versions: string[];
}

export interface ServerToClient {
  push: (push: InboxPush | TranscriptPush | TeamChatPush | TeamThreadPush) => void;
  reset: (push: ResetPush<'inbox' | 'transcript' | 'team_chat' | 'team_thread'>) => void;
  changed: (push: ChangedPush) => void;
  presence: (push: PresencePush) => void;
  /** Progress of one of the user's own jobs. After a reconnect the client queries it instead. */
  job: (job: Job) => void;
  sentDraft: (sent: SentDraft) => void;
  personal: (news: PersonalNews) => void;
  /** An event that another client emitted in a room of this client. */
  clientEvent: (event: ClientEvent) => void;
  /** The server closes the connection right after. On `login_expired` the client connects again with a new token. */
  ended: (end: { code: 'login_expired' }) => void;
}

export type Ack = { ok: true; position?: string } | { ok: false; code: string };

export interface ClientEvent {
  event: string;
  iv: string;
  rooms: string[];
  data: string;
}

export interface ClientToServer {
  /**
   * Sent after every connect, with the positions of the views on the screen. The server pushes all later changes; the
   * response's `position` is the one from which the client resumes next time.
   */
  resume: (
    cursors: {
      inbox?: string;
      transcript?: { chatId: string; position: string };
      team_chat?: string;
      team_thread?: { chatId: string; position: string };
    },
    ack: (ack: Ack) => void,
  ) => void;
  /**
   * Subscribes to the entries of one conversation per view, from a position on. Null, or a view with `chatId` null,
   * ends the subscription. Default for `view`: `transcript`.
   */
  follow: (
    thread: { view?: string; chatId: string; position: string } | { view: string; chatId: null } | null,
    ack: (ack: Ack) => void,
  ) => void;
  /** The conversation that this window shows, repeated every 5 seconds; null: none, or the window is hidden. */
  look: (look: Look | null, ack: (ack: Ack) => void) => void;
  /**
   * Rooms are `customer-<id>`, `conversation-<id>` and `teamChat-<id>`. The server relays events without decrypting
   * them, except
   * `teamChatStartTyping` and `teamChatStopTyping`: it sends these to the participants of the chat that they name, on
   * behalf of the
   * session's user.
   */
  emitClientEvent: (event: ClientEvent, ack: (ack: Ack) => void) => void;
}
