import type { SettingsCategory } from '../events/domain-event';
import type { PersonalNews } from '../api/conversation-news';
import type { Chat, ChatEntry, ListCount } from '../api/conversations';
import type { DraftKind } from '../api/drafts';
import type { Job } from '../api/jobs';
import type { TeamChat, TeamChatEntry } from '../api/team-chats';

/**
 * What the server sends over socket.io, and what the client may send. A push carries whole rows, so applying one
 * twice, or one newer than its position, does no harm.
 */
export interface ListPush<Row = unknown> {
  view: string;
  /** The cursor after this push. */
  position: string;
  rows: Row[];
  /** Ids that left what this viewer may see. */
  gone: string[];
  /** The server's clock, where this has just happened; null where it catches up with what was missed. */
  liveAt: string | null;
}

/** Rows inside of one row of a list, for a window that follows it. */
export interface ThreadPush<Row = unknown> {
  view: string;
  position: string;
  /** The row that is followed. */
  chatId: string;
  rows: Row[];
  /** Ids of rows that are none any more: an echo that turned out to be a message of ours. */
  gone: string[];
}

export interface InboxPush extends ListPush<Chat> {
  view: 'inbox';
  counts: ListCount[];
  /** The same of the inbox of e-mail. */
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

/** Fetch again: the cursor is older than the changes kept, too much changed, or the viewer's own access did. */
export interface ResetPush<View extends string = 'inbox' | 'transcript'> {
  view: View;
  reset: true;
}

/** The views that a request is about which names none. */
export const defaultViews = { list: 'inbox', thread: 'transcript' };

/** Something was set up anew: whoever shows it asks for it again. What it says now, only the answer tells. */
export interface ChangedPush {
  categories: SettingsCategory[];
  /** What a query names to get an answer that knows of it. */
  position: string;
}

/** The conversation that a window shows, and whether its user is writing in it. */
export interface Look {
  /** The list that the conversation is a row of; left out: `inbox`. */
  view?: string;
  chatId: string;
  isTyping: boolean;
}

/** Who looks at conversations just now. It passes: nothing of it is kept. */
export interface PresencePush {
  /** These are all there are; else those that changed. */
  isAll: boolean;
  /** Nobody in one that somebody was in: they have left. */
  chats: { chatId: string; users: { userId: string; isTyping: boolean }[] }[];
}

/** Words of one's own that were sent from some window: none of the others keeps them. */
export interface SentDraft {
  chatId: string;
  kind: DraftKind;
  /** Of the words that were sent, and those that they followed on from. */
  versions: string[];
}

export interface ServerToClient {
  push: (push: InboxPush | TranscriptPush | TeamChatPush | TeamThreadPush) => void;
  reset: (push: ResetPush<'inbox' | 'transcript' | 'team_chat' | 'team_thread'>) => void;
  changed: (push: ChangedPush) => void;
  presence: (push: PresencePush) => void;
  /** How far a job of one's own has come. One that was away asks for it. */
  job: (job: Job) => void;
  sentDraft: (sent: SentDraft) => void;
  personal: (news: PersonalNews) => void;
  /** A relayed client event of somebody in a room we are in. */
  clientEvent: (event: ClientEvent) => void;
  /** The server closes this connection right after: `login_expired` asks for a fresh token and a new connection. */
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
   * After every connect: the cursors of what the screen shows, by view. What came since follows as pushes. The answer's
   * `position` is the cursor from which the lists go on.
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
   * Follow a conversation's entries from a cursor, one of each view at a time; null, or a view without a `chatId`: none
   * of it any more. `view` left out: `transcript`.
   */
  follow: (
    thread: { view?: string; chatId: string; position: string } | { view: string; chatId: null } | null,
    ack: (ack: Ack) => void,
  ) => void;
  /** Which conversation this window shows, said again every 5 seconds; null: none, or nobody sees it. */
  look: (look: Look | null, ack: (ack: Ack) => void) => void;
  /**
   * Rooms are `customer-<id>`, `conversation-<id>` and `teamChat-<id>`. `teamChatStartTyping` and `teamChatStopTyping`
   * are opened, and reach those who take part in the chat that they name, from whom the session belongs to.
   */
  emitClientEvent: (event: ClientEvent, ack: (ack: Ack) => void) => void;
}
