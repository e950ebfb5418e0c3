import type {
  TeamChatEntryEvent,
  TeamChatEvent,
  TeamChatFileEvent,
  TeamChatParticipantEvent,
} from '../team-chat.events';
import type { ExamplesOf } from './examples-of';
import { assetId, conversationId as chatId, messageId, seenUpTo, userId } from './ids';

const file = { contentType: 'application/pdf', size: 2048, path: 'ab/abcdef' };
const sent = { chatId, userId, subject: userId, tmpId: 'tmp-00000001', replyTo: null, mentions: [] };

export const teamChatExamples: ExamplesOf<
  TeamChatEvent | TeamChatEntryEvent | TeamChatParticipantEvent | TeamChatFileEvent
> = {
  TeamChatStarted: [
    { title: null, userIds: [userId] },
    { title: 'Returns', userIds: [userId] },
  ],
  TeamChatRenamed: [{ title: 'Refunds' }, { title: null }],
  TeamChatParticipantAdded: [{ userId }],
  TeamChatParticipantRemoved: [{ userId }],
  TeamChatParticipantLeft: [{ userId }],
  TeamChatDeleted: [{}],
  TeamChatExpired: [{ afterDays: 90 }],
  TeamChatEntrySent: [
    { ...sent, personal: { message: 'Soup?', attachments: [] } },
    {
      ...sent,
      replyTo: messageId,
      mentions: [userId],
      personal: { message: null, attachments: [{ id: assetId, fileName: 'bill.pdf', ...file }] },
    },
  ],
  TeamChatEntryEdited: [{ subject: userId, personal: { message: 'Soup at noon?' }, mentions: [] }],
  TeamChatEntryDeleted: [{}],
  TeamChatEntryReacted: [
    { userId, emoji: '👍' },
    { userId, emoji: null },
  ],
  TeamChatDelivered: [{ chatId, userId, upTo: seenUpTo }],
  TeamChatRead: [{ chatId, userId, upTo: seenUpTo }],
  TeamChatFileUploaded: [{ chatId, userId, subject: userId, personal: { fileName: 'bill.pdf' }, ...file }],
};
