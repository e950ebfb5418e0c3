import type { ProblemMembers } from './coded-error';
import type {
  AssetFailure,
  EmailPart,
  MessageContent,
  MessageContext,
  Platform,
  SlaClock,
  SlaStage,
  SurveyReason,
  StatusReason,
} from '../events';

export type ConversationStatus = 'open' | 'closed';

export const chatLists = [
  'new',
  'open',
  'personal',
  'team',
  'unassigned',
  'snoozed',
  'archived',
  'failed',
] as const;
export type ChatList = (typeof chatLists)[number];

/** What may be asked for: one of the lists, or whatever is open, whoever has it. */
export type AskedList = ChatList | 'anyOpen';

/** The spec's message statuses. `pending` until the provider has it; `none` where there is nothing to say. */
export type EntryStatus =
  'none' | 'pending' | 'sent' | 'delivered' | 'read' | 'declined' | 'deleted' | 'received' | 'unknown';

/** `app` is the organisation's own app at the provider, `system` is Parley itself: an automatic reply, `integration` a program with an API key. */
export type CreatorEntity = 'user' | 'contact' | 'system' | 'app' | 'integration';

export interface ContactSummary {
  id: string;
  name: string;
  phone: string | null;
  email: string | null;
  username: string | null;
  isHighPriority: boolean;
  isBlocked: boolean;
  /** In the order in which they were put there. */
  labelIds: string[];
  /** Where the log last said something of them that the panel shows: whoever shows older asks for it again. */
  changedAt: string;
}

/** A row of the conversation list: the same from a query and from a push. Times are ISO 8601 UTC. */
export interface Chat {
  id: string;
  contactId: string;
  contact: ContactSummary;
  channelId: string;
  /** The sender of the channel that the contact last wrote to, and that answers: the channel's id for its own account. */
  identityId: string;
  platform: Platform;
  assignedUserId: string | null;
  assignedTeamId: string | null;
  /** When it last changed hands, by our clock, and who did that: null where nobody in person. Null before the first time. */
  assignment: { time: string; byId: string | null } | null;
  status: ConversationStatus;
  /** Out of the lists until this time, or with null until the contact writes; null: it is not. Only an open one can be. */
  snoozed: { until: string | null } | null;
  read: boolean;
  /** What nobody has read, or not whoever is shown this where each reads for themselves. */
  unreadMessages: number;
  /** Whoever reads it reads it for everyone. */
  readForAll: boolean;
  /** In the order in which they were put there. */
  tagIds: string[];
  lastInboundMessageTime: string | null;
  /** When we last heard from the contact: by our clock, whatever the message says of itself. */
  receivedAt: string | null;
  /** When the first message came that nobody answered yet; null where nobody waits. Archiving ends a wait, too. */
  waitingSince: string | null;
  /** The target that runs out next, or has run out; left out where none runs. */
  sla?: {
    clock: SlaClock;
    dueAt: string;
    stage: SlaStage;
    /** When its stage was told; null while there is nothing to tell. */
    toldAt: string | null;
  };
  /** Something of ours was declined, or nobody knows whether it arrived. */
  hasFailedSend: boolean;
  /** The newest message or note, and what lists sort by. Null before the first. */
  lastEntry: {
    id: string;
    /** A note goes nowhere. */
    direction: 'in' | 'out' | 'none';
    type: MessageContent['type'] | 'information';
    /** One line, cut at 140 characters. */
    preview: string;
    status: EntryStatus;
    createdById: string | null;
    createdByEntity: CreatorEntity;
  } | null;
  /** Of a conversation by e-mail: the subject of its newest e-mail. */
  subject?: string;
  /** When the newest message or note was written, or the conversation started. */
  lastEntryTime: string;
  createdAt: string;
}

/** What happened to a conversation, as a line in its thread. */
export type ChatEvent =
  | { name: 'chat::created' }
  | { name: 'chat::assigned'; userId: string | null; teamId: string | null }
  | { name: 'chat::unassigned' }
  /** `afterHours` without a message, by itself; null where somebody archived it. */
  | { name: 'chat::archived'; afterHours: number | null }
  | { name: 'chat::unarchived'; cause: 'message' | 'user' }
  | { name: 'chat::snoozed'; until: string | null }
  | { name: 'chat::woken'; cause: 'time' | 'message' | 'user' }
  /** A target is about to be missed, or was. */
  | { name: 'chat::sla'; clock: SlaClock; stage: Exclude<SlaStage, 'running'> }
  /** Whether the contact was asked how it was, and what they said. */
  | { name: 'chat::survey'; score: number | null; reason: SurveyReason | null }
  /** They answered this broadcast; `broadcast` is its name. */
  | { name: 'chat::broadcast'; broadcastId: string; broadcast: string }
  /** A message, or all of another conversation, came here from that other one, or went there. */
  | { name: 'chat::moved'; what: 'message' | 'conversation'; way: 'here' | 'away'; otherChatId: string }
  /** `tagName` is what the tag is called, or was before it was deleted or merged. */
  | { name: 'chat::tagged' | 'chat::untagged'; tagId: string; tagName: string | null };

/** A file as the thread shows it. It is fetched from `/api/v3/assets/{messageId}/{id}`, which the session cookie opens. */
export interface EntryAsset {
  id: string;
  contentType: string;
  category: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker';
  fileName: string | null;
  /** Bytes; null until stored. */
  size: number | null;
  state: 'pending' | 'stored' | 'failed';
  /** Why it failed. */
  failure?: AssetFailure;
  /** Which part of an e-mail it is; left out: an attachment, or a file of a message of another kind. */
  part?: EmailPart;
  /** What the HTML of an e-mail names it by: `cid:<contentId>`. */
  contentId?: string;
}

/** An entry of a thread: the same from a query and from a push. */
export interface ChatEntry {
  id: string;
  chatId: string;
  /** Log position of the entry: the cursor `seenUpTo` speaks in these. */
  position: string;
  direction: 'in' | 'out' | 'none';
  type:
    | 'text'
    | 'asset'
    | 'location'
    | 'contacts'
    | 'template'
    | 'email'
    | 'unsupported'
    | 'event'
    | 'information';
  /** Of an information: a note for colleagues. */
  variant: 'internal-comment' | null;
  /** Text, or a file's caption; of an e-mail its plain text. */
  message: string | null;
  /** The content without its files, for types other than text and event; null once erased. */
  content: MessageContent | null;
  assets: EntryAsset[];
  event: ChatEvent | null;
  /** The sender of the channel that it came to or went from; null for the channel's own account, and for what goes nowhere. */
  identityId: string | null;
  context: MessageContext | null;
  reactions: { by: 'contact' | 'user'; emoji: string }[];
  isEdited: boolean;
  /** What it said before it was edited, oldest first, and until when. */
  earlier: { message: string | null; until: string }[];
  isDeleted: boolean;
  status: EntryStatus;
  statusReason: StatusReason | null;
  /** What the provider said beyond the reason. */
  statusDetail: string | null;
  createdById: string | null;
  createdByEntity: CreatorEntity;
  /** The earlier of the provider's time and receipt: threads sort by it, then by position. */
  time: string;
  createdAt: string;
  /** The key the client gave an outgoing entry, so that it finds its own optimistic one. */
  clientKey: string | null;
  /** Until when it is kept back, so that its writer may withdraw it; null once it goes out. */
  heldUntil: string | null;
  /** Its writer chose that time. */
  isScheduled: boolean;
  /** Whom a note asks to look; null: nobody. */
  mentions: { userIds: string[]; teamIds: string[] } | null;
}

export interface Page<T> {
  data: T[];
  count: number;
  total: number;
  /** There may be more than `total`, which stops counting at some number. */
  isTotalCapped?: true;
  page: number;
  pageCount: number;
  perPage: number;
  /** The view's checkpoint before the rows were read: the cursor to resume pushes from. */
  position: string;
  /** The view had not reached the position that was asked for. */
  stale: boolean;
}

/** Entries of a thread that stand together, newest first. */
export interface EntriesPage extends Page<ChatEntry> {
  hasOlder: boolean;
  hasNewer: boolean;
}

export interface EntryResponse {
  entry: ChatEntry;
  position: string;
  stale: boolean;
}

export interface ChatResponse {
  chat: Chat;
  position: string;
  stale: boolean;
}

/** A conversation and its newest entries. */
export interface OpeningResponse {
  chat: ChatResponse;
  entries: EntriesPage;
}

export interface ListCount {
  list: ChatList;
  /** Set for the children of the team list. */
  teamId: string | null;
  count: number;
  /** Conversations with something unread: the badge. */
  unread: number;
}

export interface CountsResponse {
  data: ListCount[];
  /** Left out where `fields` does not name it. */
  groups?: UnreadGroup[];
  position: string;
  stale: boolean;
}

/** What somebody has in hand, of what the one who asks may see; `userId` null: what waits for somebody to take it. */
export interface Workload {
  userId: string | null;
  open: number;
  unread: number;
  /** Since when the contact waits who has waited longest; null where nobody does. */
  waitingSince: string | null;
}

/** GET /api/v3/messaging/workload: whoever has something in hand, and one line for what nobody has. */
export interface WorkloadResponse {
  data: Workload[];
  position: string;
  stale: boolean;
}

/** GET /api/v3/messaging/count/teams: what a team has in hand. */
export interface TeamCount {
  teamId: string;
  open: number;
}

/** Answer to every command: a query that is given `position` sees what the command did. */
export interface CommandResponse {
  position: string;
}

/** Conversations that may be selected at once (spec, section 9). */
export const MOST_SELECTED = 10;

export const bulkActions = ['assign', 'archive', 'tag', 'read', 'unread'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** What came of one conversation among several: done, or so already (`changed` false), or refused with a code. */
export type BulkResult = { id: string } & (
  { ok: true; changed: boolean } | ({ ok: false; code: string } & ProblemMembers)
);

/** POST /api/v3/messaging-chats/bulk */
export interface BulkResponse extends CommandResponse {
  results: BulkResult[];
}

/** Answer to a command that makes something: how it is found from now on. */
export interface CreatedResponse extends CommandResponse {
  id: string;
}

export interface SendResponse extends CommandResponse {
  entries: { id: string; status: EntryStatus; statusReason: StatusReason | null; clientKey: string }[];
}

export interface WithdrawResponse extends CommandResponse {
  /** Client keys of the messages that nobody is told; what is not among them had gone out. */
  withdrawn: string[];
}

export interface AssetResponse {
  id: string;
  fileName: string;
  contentType: string;
  size: number;
}

/** A time in which somebody worked on a conversation: while it was theirs, or as long as they wrote in it. */
export interface ActiveChatSegment {
  userId: string;
  /** ISO 8601 UTC. */
  start: string;
  /** Null: it goes on. */
  end: string | null;
  /** What they wrote meanwhile, oldest first. */
  entries: { id: string; type: ChatEntry['type'] }[];
}

/** GET /api/v3/messaging-chats/{id}/active-chat-log, oldest first */
export interface ActiveChatLogResponse {
  data: ActiveChatSegment[];
  position: string;
  stale: boolean;
}

/** Something in it that its viewer has not read. */
export interface UnreadChat {
  chatId: string;
  channelId: string;
  tagIds: string[];
  assignedTeamId: string | null;
  assignedUserId: string | null;
  /** For whom it is unread: whoever asked. */
  userId: string;
  isChatRead: boolean;
  /** When the last entry was written that they have read; null where they have read none. */
  lastEntryReadAt: string | null;
  status: ConversationStatus;
  readForAll: boolean;
}

/** Unread conversations of one of the lists, the newest message first. */
export interface UnreadGroup {
  statusFilter: ChatList;
  /** All that the list holds, and how many of them are unread. */
  count: number;
  unread: number;
  /** 200 at most. */
  chats: UnreadChat[];
}

/** Problem Details (RFC 9457). `code` is stable and is what the client translates. */
export interface Problem extends ProblemMembers {
  type: string;
  title: string;
  status: number;
  code: string;
  detail?: string;
  errors?: { field: string; rule: string }[];
  /** That of the header `X-Request-Id`: finds the request in the server's log. */
  correlationId?: string;
}

/** GET /api/v3/users/{id}/open-conversations */
export interface OpenConversationsResponse {
  count: number;
}
