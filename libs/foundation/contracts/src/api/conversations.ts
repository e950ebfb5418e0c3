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

/** A list, or `anyOpen`: all open conversations regardless of assignee. */
export type AskedList = ChatList | 'anyOpen';

/**
 * Message statuses of the spec. `pending`: the provider does not have the message yet; `none`: the entry is no
 * message.
 */
export type EntryStatus =
  'none' | 'pending' | 'sent' | 'delivered' | 'read' | 'declined' | 'deleted' | 'received' | 'unknown';

/**
 * `app`: the organisation's own app at the provider; `system`: Parley itself, such as an automatic reply;
 * `integration`: a program with an
 * API key.
 */
export type CreatorEntity = 'user' | 'contact' | 'system' | 'app' | 'integration';

export interface ContactSummary {
  id: string;
  name: string;
  phone: string | null;
  email: string | null;
  username: string | null;
  isHighPriority: boolean;
  isBlocked: boolean;
  /** In the order in which they were added. */
  labelIds: string[];
  /**
   * Log position of the last change of the contact's data in the panel; a client with an older position loads the
   * contact again.
   */
  changedAt: string;
}

/** A row of the conversation list, identical in queries and pushes. Times are ISO 8601 UTC. */
export interface Chat {
  id: string;
  contactId: string;
  contact: ContactSummary;
  channelId: string;
  /**
   * The sender of the channel to which the contact wrote last, and from which replies go out; the channel's id for
   * its own account.
   */
  identityId: string;
  platform: Platform;
  assignedUserId: string | null;
  assignedTeamId: string | null;
  /**
   * When the assignee last changed, by the server's clock, and the user who changed it; `byId` is null if no user
   * did. Null before the
   * first assignment.
   */
  assignment: { time: string; byId: string | null } | null;
  status: ConversationStatus;
  /**
   * Hidden from the lists until this time, or, if `until` is null, until the contact writes. Null: not snoozed. Only
   * open conversations can
   * be snoozed.
   */
  snoozed: { until: string | null } | null;
  read: boolean;
  /** Number of messages that no user has read if `readForAll`, otherwise that the viewer has not read. */
  unreadMessages: number;
  /** True: an agent who reads the conversation marks it as read for all. */
  readForAll: boolean;
  /** In the order in which they were added. */
  tagIds: string[];
  lastInboundMessageTime: string | null;
  /** When the server received the contact's last message, regardless of the message's own time; null: none. */
  receivedAt: string | null;
  /** Time of the contact's first message without a reply; null if no reply is due. Archiving also ends the wait. */
  waitingSince: string | null;
  /** The SLA target that ends next or was missed; absent if no target is running. */
  sla?: {
    clock: SlaClock;
    dueAt: string;
    stage: SlaStage;
    /** When the current stage was announced; null while the stage is `running`. */
    toldAt: string | null;
  };
  /** True: a message of the organisation was declined, or its outcome is unknown. */
  hasFailedSend: boolean;
  /** The newest message or note, by which lists are sorted; null if there is none. */
  lastEntry: {
    id: string;
    /** `none`: a note, which is not sent. */
    direction: 'in' | 'out' | 'none';
    type: MessageContent['type'] | 'information';
    /** One line, cut at 140 characters. */
    preview: string;
    status: EntryStatus;
    createdById: string | null;
    createdByEntity: CreatorEntity;
  } | null;
  /** Subject of the newest e-mail; only for conversations by e-mail. */
  subject?: string;
  /** Time of the newest message or note, or of the start of the conversation. */
  lastEntryTime: string;
  createdAt: string;
}

/** A change of a conversation, which the thread shows as a line. */
export type ChatEvent =
  | { name: 'chat::created' }
  | { name: 'chat::assigned'; userId: string | null; teamId: string | null }
  | { name: 'chat::unassigned' }
  /** `afterHours`: the channel's auto-archive delay in hours; null if a user archived the conversation. */
  | { name: 'chat::archived'; afterHours: number | null }
  | { name: 'chat::unarchived'; cause: 'message' | 'user' }
  | { name: 'chat::snoozed'; until: string | null }
  | { name: 'chat::woken'; cause: 'time' | 'message' | 'user' }
  /** An SLA target will be missed soon, or was missed. */
  | { name: 'chat::sla'; clock: SlaClock; stage: Exclude<SlaStage, 'running'> }
  /** The survey: the contact's score, or the reason why no survey was sent. */
  | { name: 'chat::survey'; score: number | null; reason: SurveyReason | null }
  /** The contact replied to this broadcast; `broadcast` is its name. */
  | { name: 'chat::broadcast'; broadcastId: string; broadcast: string }
  /** A message, or all messages of a conversation, moved: `here` from the other conversation, or `away` to it. */
  | { name: 'chat::moved'; what: 'message' | 'conversation'; way: 'here' | 'away'; otherChatId: string }
  /** `tagName` is the tag's name, or its last name if it was deleted or merged. */
  | { name: 'chat::tagged' | 'chat::untagged'; tagId: string; tagName: string | null };

/** A file in the thread, at `/api/v3/assets/{messageId}/{id}`; requires the session cookie. */
export interface EntryAsset {
  id: string;
  contentType: string;
  category: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker';
  fileName: string | null;
  /** In bytes; null until the file is stored. */
  size: number | null;
  state: 'pending' | 'stored' | 'failed';
  /** Why the file could not be stored; present only if `state` is `failed`. */
  failure?: AssetFailure;
  /** The file's part of an e-mail; absent: an attachment, or a file of a message that is no e-mail. */
  part?: EmailPart;
  /** Content-ID, to which the HTML of an e-mail refers by `cid:<contentId>`. */
  contentId?: string;
}

/** An entry of a thread, identical in queries and pushes. */
export interface ChatEntry {
  id: string;
  chatId: string;
  /** Log position of the entry; `seenUpTo` in requests refers to it. */
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
  /** Only for the type `information`: a note for colleagues. */
  variant: 'internal-comment' | null;
  /** The text, a file's caption, or an e-mail's plain text. */
  message: string | null;
  /** The content without its files, for types other than text and event; null if erased. */
  content: MessageContent | null;
  assets: EntryAsset[];
  event: ChatEvent | null;
  /**
   * The sender of the channel that the message came to or went out from; null for the channel's own account, and for
   * notes and events.
   */
  identityId: string | null;
  context: MessageContext | null;
  reactions: { by: 'contact' | 'user'; emoji: string }[];
  isEdited: boolean;
  /** Texts before each edit, oldest first, with the time of the edit. */
  earlier: { message: string | null; until: string }[];
  isDeleted: boolean;
  status: EntryStatus;
  statusReason: StatusReason | null;
  /** The provider's error text. */
  statusDetail: string | null;
  createdById: string | null;
  createdByEntity: CreatorEntity;
  /** The provider's time or the receipt, whichever is earlier; threads are sorted by time, then by position. */
  time: string;
  createdAt: string;
  /** The key that the client chose for an outgoing message, by which it recognises its optimistic entry. */
  clientKey: string | null;
  /** Until when the message is delayed and its writer can withdraw it; null if it is not delayed. */
  heldUntil: string | null;
  /** True: the writer chose the time. False: the delay is for Undo. */
  isScheduled: boolean;
  /** Users and teams that a note mentions; null: none. */
  mentions: { userIds: string[]; teamIds: string[] } | null;
}

export interface Page<T> {
  data: T[];
  count: number;
  total: number;
  /** Present if counting stopped at a limit: there may be more than `total`. */
  isTotalCapped?: true;
  page: number;
  pageCount: number;
  perPage: number;
  /** The view's position before the rows were read; pushes resume from it. */
  position: string;
  /** True: the view had not reached the requested position. */
  stale: boolean;
}

/** Consecutive entries of a thread, newest first. */
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
  /**
   * Id of the team in the counts of single teams, which are shown below the team list; null in the counts of lists.
   */
  teamId: string | null;
  count: number;
  /** Number of conversations with unread messages, for the badge. */
  unread: number;
}

export interface CountsResponse {
  data: ListCount[];
  /** Absent if `fields` does not include it. */
  groups?: UnreadGroup[];
  position: string;
  stale: boolean;
}

/** Open conversations of a user, counting only those that the caller may see; `userId` null: unassigned ones. */
export interface Workload {
  userId: string | null;
  open: number;
  unread: number;
  /** Start of the longest wait among the contacts of these conversations; null if no contact waits. */
  waitingSince: string | null;
}

/**
 * GET /api/v3/messaging/workload: one row for each user with open conversations, and one for unassigned
 * conversations.
 */
export interface WorkloadResponse {
  data: Workload[];
  position: string;
  stale: boolean;
}

/** GET /api/v3/messaging/count/teams: number of open conversations of a team. */
export interface TeamCount {
  teamId: string;
  open: number;
}

/** Response to every command: a query with this `position` sees the command's effects. */
export interface CommandResponse {
  position: string;
}

/** Maximum number of conversations selected together (spec, section 9). */
export const MAX_SELECTED = 10;

export const bulkActions = ['assign', 'archive', 'tag', 'read', 'unread'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Result for one of several conversations: done, nothing to change (`changed` is false), or refused with a code. */
export type BulkResult = { id: string } & (
  { ok: true; changed: boolean } | ({ ok: false; code: string } & ProblemMembers)
);

/** POST /api/v3/messaging-chats/bulk */
export interface BulkResponse extends CommandResponse {
  results: BulkResult[];
}

/** Response to a command that creates an object. */
export interface CreatedResponse extends CommandResponse {
  id: string;
}

export interface SendResponse extends CommandResponse {
  entries: { id: string; status: EntryStatus; statusReason: StatusReason | null; clientKey: string }[];
}

export interface WithdrawResponse extends CommandResponse {
  /** Client keys of the messages that will not be sent; messages that are absent had gone out already. */
  withdrawn: string[];
}

export interface AssetResponse {
  id: string;
  fileName: string;
  contentType: string;
  size: number;
}

/**
 * A period in which a user worked on a conversation: while it was assigned to them, or from their first to their last
 * entry.
 */
export interface ActiveChatSegment {
  userId: string;
  /** ISO 8601 UTC. */
  start: string;
  /** Null: the period has not ended. */
  end: string | null;
  /** Entries of the user in the period, oldest first. */
  entries: { id: string; type: ChatEntry['type'] }[];
}

/** GET /api/v3/messaging-chats/{id}/active-chat-log, oldest first */
export interface ActiveChatLogResponse {
  data: ActiveChatSegment[];
  position: string;
  stale: boolean;
}

/** A conversation with entries that the viewer has not read. */
export interface UnreadChat {
  chatId: string;
  channelId: string;
  tagIds: string[];
  assignedTeamId: string | null;
  assignedUserId: string | null;
  /** The viewer for whom it is unread: the caller. */
  userId: string;
  isChatRead: boolean;
  /** Time of the last entry that the viewer has read; null if they have read none. */
  lastEntryReadAt: string | null;
  status: ConversationStatus;
  readForAll: boolean;
}

/** Unread conversations of a list, newest message first. */
export interface UnreadGroup {
  statusFilter: ChatList;
  /** Number of all conversations in the list, and of the unread ones. */
  count: number;
  unread: number;
  /** At most 200. */
  chats: UnreadChat[];
}

/** Problem Details (RFC 9457). `code` is stable; clients translate it. */
export interface Problem extends ProblemMembers {
  type: string;
  title: string;
  status: number;
  code: string;
  detail?: string;
  errors?: { field: string; rule: string }[];
  /** Value of the header `X-Request-Id`, by which the request can be found in the server's log. */
  correlationId?: string;
}

/** GET /api/v3/users/{id}/open-conversations */
export interface OpenConversationsResponse {
  count: number;
}
