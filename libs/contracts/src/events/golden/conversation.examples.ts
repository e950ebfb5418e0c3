import type { ConversationEvent } from '../conversation.events';
import type { ExamplesOf } from './examples-of';
import { contactId, channelId, userId, otherUserId, teamId, tagId, commentId, at, seenUpTo } from './ids';

export const conversationExamples: ExamplesOf<ConversationEvent> = {
  ColleaguesMentioned: [
    { commentId, userId, userIds: [otherUserId], teamIds: [] },
    { commentId, userId, userIds: [], teamIds: [teamId] },
  ],
  BroadcastAnswered: [{ broadcastId: tagId, name: 'Spring sale' }],
  ConversationArchived: [
    { seenUpTo, afterHours: null },
    { seenUpTo, afterHours: 24 },
  ],
  ConversationAssigned: [
    { userId, teamId: null },
    { userId: null, teamId },
  ],
  ConversationDeleted: [
    { seenUpTo, afterDays: null },
    { seenUpTo, afterDays: 365 },
  ],
  ConversationMarkedUnread: [{ userId, position: seenUpTo }],
  ConversationRead: [{ userId, seenUpTo }],
  ConversationReopened: [{ cause: 'message' }, { cause: 'user' }],
  ConversationSnoozed: [
    { until: at, seenUpTo, userId },
    { until: null, seenUpTo, userId },
  ],
  ConversationStarted: [{ contactId, channelId, readForAll: true, startedAt: at }],
  ConversationTagged: [{ tagId }],
  ConversationUnassigned: [{}],
  ConversationUntagged: [{ tagId }],
  ConversationWoken: [{ cause: 'time' }, { cause: 'message' }, { cause: 'user' }],
  InternalCommentAdded: [
    {
      subject: contactId,
      personal: { text: 'She called about this, too.' },
      commentId,
      userId,
      clientKey: 'note-0001',
    },
    { subject: contactId, personal: null, commentId, userId, clientKey: 'note-0001' },
  ],
  MentionReopened: [{ commentId, userId: otherUserId }],
  MentionSettled: [{ commentId, userId: otherUserId }],
  MentionsWithdrawn: [{ commentId, userId }],
};
