import type { CommandResponse } from './conversations';

export const chatStatuses = ['delivered', 'read'] as const;
export type ChatStatus = (typeof chatStatuses)[number];

/** Somebody who takes part in a chat, or did. Times are ISO 8601 UTC. */
export interface TeamChatParticipant {
  id: string;
  userId: string;
  /** Where they were added: they see the entries from here on. */
  from: string;
  addedById: string | null;
  leftAt: string | null;
  /** Who removed them: themselves where they left. */
  leftById: string | null;
  /** Positions of the newest entry that one of their windows has, and that they have read. */
  deliveredUpTo: string;
  readUpTo: string;
  /** When they last read something. */
  readAt: string | null;
}

/** A row of the list of team chats, as one of its participants is shown it. */
export interface TeamChat {
  id: string;
  /** Null: it is called by its people. */
  title: string | null;
  participants: TeamChatParticipant[];
  /** Deleted, or left by whoever is shown this. */
  isArchived: boolean;
  deletedAt: string | null;
  deletedById: string | null;
  createdAt: string;
  createdById: string | null;
  lastMessage: {
    id: string;
    userId: string;
    position: string;
    /** One line, cut at 140 characters; empty for files alone. */
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

/** GET /api/v3/team/count: the chats in which something is unread. */
export interface TeamCountResponse {
  data: { id: string; unreadMessages: number }[];
  position: string;
  stale: boolean;
}

export interface TeamChatFile {
  id: string;
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
}

/** An entry of a team chat. Its tick derives from how far the other participants have the chat. */
export interface TeamChatEntry {
  id: string;
  tmpId: string;
  chatId: string;
  /** Log position of the entry: marks speak in these. */
  position: string;
  chatParticipantId: string;
  userId: string;
  senderUserId: string;
  type: 'text' | 'asset';
  /** Null where there are files alone, and once it is deleted. */
  message: string | null;
  attachments: TeamChatFile[];
  replyTo: string | null;
  mentions: string[];
  reactions: { userId: string; emoji: string }[];
  isEdited: boolean;
  isDeleted: boolean;
  createdAt: string;
}

/** Entries that stand together, newest first. */
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

/** Where an entry stands with one participant. */
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

/** Characters of one message. */
export const TEAM_MESSAGE_LENGTH = 20_000;
/** Bytes of one file. */
export const LARGEST_TEAM_FILE = 25 * 1024 * 1024;
export const MOST_TEAM_FILES = 10;
