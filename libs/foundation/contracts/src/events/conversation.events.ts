import type { Fact, Personal } from './event';
import type { Facts } from './facts';
import type { SlaClock } from '../rules/service-levels';
import type { RouteShare, RoutingDecision } from './smart-route.events';
import type { SurveyReason } from '../rules/survey';

export type ConversationEvent =
  | Fact<
      'ConversationStarted',
      {
        contactId: string;
        channelId: string;
        readForAll: boolean;
        /**
         * Time of the first message (see `messageTime`), which may be before the server received it. ISO 8601 UTC.
         */
        startedAt: string;
      }
    >
  | Fact<'ConversationAssigned', { userId: string | null; teamId: string | null }>
  | Fact<'ConversationUnassigned', Record<string, never>>
  /**
   * `seenUpTo` is the position of the last message that the archiver saw: a message beyond it reopens the
   * conversation. `afterHours`
   * is the channel's auto-archive delay in hours; null if a user archived the conversation.
   */
  | Fact<'ConversationArchived', { seenUpTo: string; afterHours: number | null }>
  /**
   * Hidden from the lists until this time, ISO 8601 UTC, or, if null, until the contact writes; a message ends the
   * snooze in either
   * case. `seenUpTo` is the position of the last message that the user saw: a message beyond it ends the snooze.
   */
  | Fact<'ConversationSnoozed', { until: string | null; seenUpTo: string; userId: string }>
  | Fact<'ConversationWoken', { cause: 'time' | 'message' | 'user' }>
  | Fact<'ConversationReopened', { cause: 'message' | 'user' }>
  /**
   * The contact wrote after a broadcast, and no agent had written since the broadcast. `name` is the broadcast's
   * name.
   */
  | Fact<'BroadcastAnswered', { broadcastId: string; name: string }>
  /**
   * The routing rules were evaluated for a message of the contact. Separate events record what they assign and tag.
   */
  | Fact<'ConversationRouted', RoutingDecision>
  /**
   * The team that a rule chose gave the conversation to an agent with room for it, or took it from an agent who went
   * offline. Separate
   * events record the assignment.
   */
  | Fact<'ConversationShared', ConversationShare>
  /** An SLA target will be missed soon: `since` is the start of the period, `dueAt` its end. */
  | Fact<'SlaWarned', SlaTold>
  /** An SLA target was missed. At most one event per target period, regardless of what happens later. */
  | Fact<'SlaBreached', SlaTold>
  /** The conversation was archived, and the survey is sent to its contact at `at`, ISO 8601 UTC. */
  | Fact<'SurveyPlanned', { at: string } & Surveyed>
  /** The message `messageId` is the survey. */
  | Fact<'SurveyAsked', { messageId: string } & Surveyed>
  | Fact<'SurveySkipped', { reason: SurveyReason }>
  /**
   * The contact's message at this position rates the conversation from 1 to 5. The message does not reopen the
   * conversation if it has no
   * other text, or if the score is `SATISFIED` or more.
   */
  | Fact<'SurveyAnswered', { messageId: string; position: string; score: number } & Surveyed>
  /**
   * The message comments on the rating. The comment reopens the conversation, unless the same message gives a score
   * of `SATISFIED` or
   * more.
   */
  | Fact<'SurveyCommented', { messageId: string; position: string }>
  /** Read up to this position by everyone, or only by this user if the conversation is not read for all. */
  | Fact<'ConversationRead', { userId: string; seenUpTo: string }>
  /** The message at this position is unread again, for everyone or only for this user. */
  | Fact<'ConversationMarkedUnread', { userId: string; position: string }>
  /**
   * These messages move to another conversation of the contact on the same channel: a `MessageMoved` follows for each
   * message.
   */
  | Fact<'ConversationJoined', { into: string; messageIds: string[] }>
  /** The move was undone: the messages return from that conversation. */
  | Fact<'ConversationParted', { from: string; messageIds: string[] }>
  | Fact<'ConversationTagged', { tagId: string }>
  | Fact<'ConversationUntagged', { tagId: string }>
  /**
   * A note for colleagues in the thread: it is never sent to the contact, and its text is encrypted with the
   * contact's subject key.
   */
  | Fact<
      'InternalCommentAdded',
      Personal<{ text: string }> & {
        commentId: string;
        userId: string;
        /** Chosen by the client; a retry with the same key creates no second note. */
        clientKey: string;
      }
    >
  /** The note mentions these users and the members of these teams. `userId` is its writer. */
  | Fact<'ColleaguesMentioned', { commentId: string; userId: string; userIds: string[]; teamIds: string[] }>
  /** The note's writer withdraws all its mentions; the note stays. */
  | Fact<'MentionsWithdrawn', { commentId: string; userId: string }>
  /** The mentioned user has dealt with the note; for the other mentioned users it stays open. */
  | Fact<'MentionSettled', { commentId: string; userId: string }>
  | Fact<'MentionReopened', { commentId: string; userId: string }>
  /**
   * The conversation is deleted for everyone. `seenUpTo` is the position up to which its messages were deleted: a
   * message beyond it
   * begins the conversation again, with another `ConversationStarted` in its stream. `afterDays` is the
   * organisation's retention
   * period in days; null if a user deleted the conversation.
   */
  | Fact<'ConversationDeleted', { seenUpTo: string; afterDays: number | null }>;

/**
 * User and team to whom the rating is attributed: the user who archived the conversation or had it last, and its
 * team.
 */
export interface Surveyed {
  userId: string | null;
  teamId: string | null;
}

/** `messageId` and `position` belong to the message for which the rule was evaluated. */
export interface ConversationShare extends RouteShare {
  messageId: string;
  position: string;
  cause: 'room' | 'offline';
}

/** An SLA target and its period. Times are ISO 8601 UTC. */
export interface SlaTold {
  clock: SlaClock;
  policyId: string;
  since: string;
  dueAt: string;
}

export const conversationFacts: Facts<ConversationEvent, 'conversation'> = {
  category: 'conversation',
  upcasters: {
    ConversationStarted: [],
    ConversationAssigned: [],
    ConversationUnassigned: [],
    ConversationArchived: [(data) => ({ ...(data as object), afterHours: null })],
    ConversationReopened: [],
    BroadcastAnswered: [],
    ConversationRouted: [(data) => ({ ...(data as object), shared: null })],
    ConversationShared: [],
    ConversationSnoozed: [],
    ConversationWoken: [],
    SlaWarned: [],
    SlaBreached: [],
    SurveyPlanned: [],
    SurveyAsked: [],
    SurveySkipped: [],
    SurveyAnswered: [],
    SurveyCommented: [],
    ConversationRead: [],
    ConversationMarkedUnread: [],
    ConversationJoined: [],
    ConversationParted: [],
    ConversationTagged: [],
    ConversationUntagged: [],
    InternalCommentAdded: [],
    ColleaguesMentioned: [],
    MentionsWithdrawn: [],
    MentionSettled: [],
    MentionReopened: [],
    ConversationDeleted: [(data) => ({ ...(data as object), afterDays: null })],
  },
};
