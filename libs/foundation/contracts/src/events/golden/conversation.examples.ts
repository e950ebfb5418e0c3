import type { ConversationEvent } from '../conversation.events';
import type { ExamplesOf } from './examples-of';
import {
  contactId,
  conversationId,
  channelId,
  userId,
  otherUserId,
  teamId,
  tagId,
  commentId,
  messageId,
  at,
  seenUpTo,
} from './ids';

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
  ConversationRouted: [
    {
      ...{ messageId, position: seenUpTo, checked: 2 },
      matched: [
        {
          routeId: tagId,
          version: 3,
          conditions: ['channel', 'keywords'],
          hits: [{ keyword: 0, start: 4, end: 10 }],
        },
      ],
      missed: [{ routeId: channelId, version: 1, failed: 'keywords' }],
      done: [{ routeId: tagId, what: 'prioritise', id: null }],
      left: [{ routeId: tagId, what: 'team', id: teamId, reason: 'team_missing' }],
      shared: null,
    },
    { messageId, position: seenUpTo, checked: 1, matched: [], missed: [], done: [], left: [], shared: null },
    {
      ...{ messageId, position: seenUpTo, checked: 1, missed: [], left: [] },
      matched: [{ routeId: tagId, version: 3, conditions: ['channel'], hits: [] }],
      done: [
        { routeId: tagId, what: 'team', id: teamId },
        { routeId: tagId, what: 'agent', id: userId },
      ],
      shared: {
        ...{ claim: messageId, routeId: tagId, version: 3, teamId, userId },
        ...{ by: 'fewest', open: 3, cap: 8 },
      },
    },
  ],
  ConversationRead: [{ userId, seenUpTo }],
  ConversationJoined: [{ into: conversationId, messageIds: [messageId] }],
  ConversationParted: [{ from: conversationId, messageIds: [messageId] }],
  ConversationReopened: [{ cause: 'message' }, { cause: 'user' }],
  ConversationShared: [
    {
      ...{ messageId, position: seenUpTo, cause: 'room', claim: commentId, routeId: tagId, version: 3 },
      ...{ teamId, userId, by: 'turn', open: 0, cap: null },
    },
    {
      ...{ messageId, position: seenUpTo, cause: 'offline', claim: commentId, routeId: tagId, version: 3 },
      ...{ teamId, userId: null, by: null, open: 0, cap: 8 },
    },
  ],
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
  SlaBreached: [{ clock: 'resolve', policyId: tagId, since: at, dueAt: at }],
  SlaWarned: [
    { clock: 'firstReply', policyId: tagId, since: at, dueAt: at },
    { clock: 'nextReply', policyId: tagId, since: at, dueAt: at },
  ],
  SurveyAnswered: [{ messageId: commentId, position: seenUpTo, score: 5, userId, teamId: null }],
  SurveyAsked: [{ messageId: commentId, userId, teamId: null }],
  SurveyCommented: [{ messageId: commentId, position: seenUpTo }],
  SurveyPlanned: [{ at, userId, teamId: null }],
  SurveySkipped: [{ reason: 'window_closed' }],
};
