import type { Fact, Personal } from './event';
import type { Facts } from './facts';

/** Who takes part in a chat of colleagues. Whoever the event's actor is has started, added, removed or deleted. */
export type TeamChatEvent =
  | Fact<'TeamChatStarted', { title: string | null; userIds: string[] }>
  | Fact<'TeamChatRenamed', { title: string | null }>
  /** Sees the entries that come after this. */
  | Fact<'TeamChatParticipantAdded', { userId: string }>
  | Fact<'TeamChatParticipantRemoved', { userId: string }>
  | Fact<'TeamChatParticipantLeft', { userId: string }>
  /** Archived for everybody. */
  | Fact<'TeamChatDeleted', Record<string, never>>
  /** Nobody wrote in it for as long as its organisation keeps conversations: nothing of it is shown any more. */
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

/** A file of an entry, where the storage has it. */
export interface TeamChatAttachment {
  id: string;
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
  path: string;
}

/** The subject of the words and files is the user who wrote them. */
type Said = Personal<{ message: string | null; attachments: TeamChatAttachment[] }>;

/** One entry of a chat; its id derives from the chat, its writer and the client's `tmpId`. */
export type TeamChatEntryEvent =
  | Fact<
      'TeamChatEntrySent',
      Said & {
        chatId: string;
        userId: string;
        tmpId: string;
        /** The entry that it answers. */
        replyTo: string | null;
        /** Participants who are named in it. */
        mentions: string[];
      }
    >
  | Fact<'TeamChatEntryEdited', Personal<{ message: string }> & { mentions: string[] }>
  | Fact<'TeamChatEntryDeleted', Record<string, never>>
  /** One person has one reaction to an entry; null takes it back. */
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

/** How far one participant has a chat: positions of entries. Its id derives from chat and user. */
export type TeamChatParticipantEvent =
  | Fact<'TeamChatDelivered', { chatId: string; userId: string; upTo: string }>
  /** What was read was delivered. */
  | Fact<'TeamChatRead', { chatId: string; userId: string; upTo: string }>;

export const teamChatParticipantFacts: Facts<TeamChatParticipantEvent, 'teamChatParticipant'> = {
  category: 'teamChatParticipant',
  upcasters: { TeamChatDelivered: [], TeamChatRead: [] },
};

/** A file that was uploaded for a chat, before it is part of an entry. */
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
