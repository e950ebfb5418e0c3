import type { CommandResponse } from './conversations';

export const chatStatuses = ['delivered', 'read'] as const;
export type ChatStatus = (typeof chatStatuses)[number];

/** A current or former participant of a chat. Times are ISO 8601 UTC. */
export interface TeamChatParticipant {
  id: string;
  userId: string;
  /** Log position of their joining: they see only entries after it. */
  from: string;
  addedById: string | null;
  leftAt: string | null;
  /** The user who removed them; their own id if they left. */
  leftById: string | null;
  /** Position of the newest entry that one of their windows received, and of the newest that they read. */
  deliveredUpTo: string;
  readUpTo: string;
  /** When they last read an entry; null: never. */
  readAt: string | null;
}

/** A row of the list of team chats, for one participant. */
export interface TeamChat {
  id: string;
  /** Null: the client shows the participants' names instead. */
  title: string | null;
  participants: TeamChatParticipant[];
  /** True: deleted, or left by the viewer. */
  isArchived: boolean;
  deletedAt: string | null;
  deletedById: string | null;
  createdAt: string;
  createdById: string | null;
  lastMessage: {
    id: string;
    userId: string;
    position: string;
    /** One line, cut at 140 characters; empty if there are only files. */
    preview: string;
    type: TeamChatEntry['type'];
    isDeleted: boolean;
    createdAt: string;
    mentions: string[];
  } | null;
  unreadMessages: number;
}

export interface TeamChatsResponse {
  data: TeamChat[];
  total: number;
  position: string;
  stale: boolean;
}

export interface TeamChatResponse {
  chat: TeamChat;
  position: string;
  stale: boolean;
}

/** GET /api/v3/team/count: the chats with unread entries. */
export interface TeamCountResponse {
  data: { id: string; unreadMessages: number }[];
  position: string;
  stale: boolean;
}

export interface TeamChatFile {
  id: string;
  fileName: string;
  contentType: string;
  /** In bytes. */
  size: number;
}

/** An entry of a team chat. The client derives its delivery status from the other participants' positions. */
export interface TeamChatEntry {
  id: string;
  tmpId: string;
  chatId: string;
  /** Log position; `deliveredUpTo` and `readUpTo` refer to it. */
  position: string;
  chatParticipantId: string;
  userId: string;
  senderUserId: string;
  type: 'text' | 'asset';
  /** Null if there are only files, or after deletion. */
  message: string | null;
  attachments: TeamChatFile[];
  replyTo: string | null;
  mentions: string[];
  reactions: { userId: string; emoji: string }[];
  isEdited: boolean;
  isDeleted: boolean;
  createdAt: string;
}

/** Consecutive entries, newest first. */
export interface TeamChatEntriesPage {
  data: TeamChatEntry[];
  count: number;
  total: number;
  page: number;
  pageCount: number;
  perPage: number;
  hasOlder: boolean;
  hasNewer: boolean;
  position: string;
  stale: boolean;
}

/** Delivery status of an entry for one participant. */
export interface ParticipantEntry {
  participantId: string;
  userId: string;
  status: 'sent' | ChatStatus;
}

/** POST /api/v3/team-chats/{id}/entries */
export interface TeamChatSent extends CommandResponse {
  id: string;
  tmpId: string;
  participantEntries: ParticipantEntry[];
}

/** Maximum length of a message in characters. */
export const TEAM_MESSAGE_LENGTH = 20_000;
/** Maximum size of a file in bytes. */
export const MAX_TEAM_FILE_SIZE = 25 * 1024 * 1024;
export const MAX_TEAM_FILES = 10;
