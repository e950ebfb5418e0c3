import type { Fact, Personal } from './event';
import type { Facts } from './facts';

/**
 * Participants and title of a chat among colleagues. The event's actor is the user who started, added, removed or
 * deleted.
 */
export type TeamChatEvent =
  | Fact<'TeamChatStarted', { title: string | null; userIds: string[] }>
  | Fact<'TeamChatRenamed', { title: string | null }>
  /** The participant sees only entries after this event. */
  | Fact<'TeamChatParticipantAdded', { userId: string }>
  | Fact<'TeamChatParticipantRemoved', { userId: string }>
  | Fact<'TeamChatParticipantLeft', { userId: string }>
  /** The chat is archived for all participants. */
  | Fact<'TeamChatDeleted', Record<string, never>>
  /** No entry was added during the organisation's retention period: the chat is no longer shown at all. */
  | Fact<'TeamChatExpired', { afterDays: number }>;

export const teamChatFacts: Facts<TeamChatEvent, 'teamChat'> = {
  category: 'teamChat',
  upcasters: {
    TeamChatStarted: [],
    TeamChatRenamed: [],
    TeamChatParticipantAdded: [],
    TeamChatParticipantRemoved: [],
    TeamChatParticipantLeft: [],
    TeamChatDeleted: [],
    TeamChatExpired: [],
  },
};

/** A file of an entry; `path` is its place in the file storage. */
export interface TeamChatAttachment {
  id: string;
  fileName: string;
  contentType: string;
  /** In bytes. */
  size: number;
  path: string;
}

/** The subject is the user who wrote the text and attached the files. */
type Said = Personal<{ message: string | null; attachments: TeamChatAttachment[] }>;

/** One entry of a chat; its id is derived from the chat, its writer and the client's `tmpId`. */
export type TeamChatEntryEvent =
  | Fact<
      'TeamChatEntrySent',
      Said & {
        chatId: string;
        userId: string;
        tmpId: string;
        /** The entry to which this entry replies; null if there is none. */
        replyTo: string | null;
        /** Ids of the participants that the entry mentions. */
        mentions: string[];
      }
    >
  | Fact<'TeamChatEntryEdited', Personal<{ message: string }> & { mentions: string[] }>
  | Fact<'TeamChatEntryDeleted', Record<string, never>>
  /** A participant has at most one reaction to an entry; null removes it. */
  | Fact<'TeamChatEntryReacted', { userId: string; emoji: string | null }>;

export const teamChatEntryFacts: Facts<TeamChatEntryEvent, 'teamChatEntry'> = {
  category: 'teamChatEntry',
  upcasters: {
    TeamChatEntrySent: [],
    TeamChatEntryEdited: [],
    TeamChatEntryDeleted: [],
    TeamChatEntryReacted: [],
  },
};

/**
 * Position up to which a participant has received or read a chat. The stream's id is derived from the chat and the
 * user.
 */
export type TeamChatParticipantEvent =
  | Fact<'TeamChatDelivered', { chatId: string; userId: string; upTo: string }>
  /** Reading implies delivery. */
  | Fact<'TeamChatRead', { chatId: string; userId: string; upTo: string }>;

export const teamChatParticipantFacts: Facts<TeamChatParticipantEvent, 'teamChatParticipant'> = {
  category: 'teamChatParticipant',
  upcasters: { TeamChatDelivered: [], TeamChatRead: [] },
};

/** A user uploaded a file for a chat; no entry contains the file yet. */
export type TeamChatFileEvent = Fact<
  'TeamChatFileUploaded',
  Personal<{ fileName: string }> & {
    chatId: string;
    userId: string;
    contentType: string;
    size: number;
    path: string;
  }
>;

export const teamChatFileFacts: Facts<TeamChatFileEvent, 'teamChatFile'> = {
  category: 'teamChatFile',
  upcasters: { TeamChatFileUploaded: [] },
};
