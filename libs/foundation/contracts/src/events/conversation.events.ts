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
        /** When its first message counts as written, which may be before we heard of it. */
        startedAt: string;
      }
    >
  | Fact<'ConversationAssigned', { userId: string | null; teamId: string | null }>
  | Fact<'ConversationUnassigned', Record<string, never>>
  /**
   * `seenUpTo` is the position of the last message the archiver saw: one beyond it reopens. `afterHours` without a
   * message its channel archives by itself; null where somebody archived.
   */
  | Fact<'ConversationArchived', { seenUpTo: string; afterHours: number | null }>
  /**
   * Out of the lists until this time, ISO 8601 UTC, or with null until the contact writes; a message ends it in either
   * case. `seenUpTo` is the position of the last message that was seen: one beyond it wakes.
   */
  | Fact<'ConversationSnoozed', { until: string | null; seenUpTo: string; userId: string }>
  | Fact<'ConversationWoken', { cause: 'time' | 'message' | 'user' }>
  | Fact<'ConversationReopened', { cause: 'message' | 'user' }>
  /** The contact wrote after a broadcast, and nobody had written since: `name` is the broadcast's. */
  | Fact<'BroadcastAnswered', { broadcastId: string; name: string }>
  /** The rules were asked about a message of the contact. What they assign and tag follows as facts of their own. */
  | Fact<'ConversationRouted', RoutingDecision>
  /** What a rule left to a team: somebody had room for it, or lost it as they went offline. Who has it then follows. */
  | Fact<'ConversationShared', ConversationShare>
  /** A target is about to be missed: `since` is when the clock began to run, `dueAt` when it runs out. */
  | Fact<'SlaWarned', SlaTold>
  /** A target was missed. Once for each time that a clock runs, whatever becomes of it. */
  | Fact<'SlaBreached', SlaTold>
  /** It was archived, and its contact is asked at this time, ISO 8601 UTC, how it was; whose work it was. */
  | Fact<'SurveyPlanned', { at: string } & Surveyed>
  /** The message asks the contact. */
  | Fact<'SurveyAsked', { messageId: string } & Surveyed>
  | Fact<'SurveySkipped', { reason: SurveyReason }>
  /** The contact's message at this position rates it, from 1 to 5. Said alone, it brings no conversation back. */
  | Fact<'SurveyAnswered', { messageId: string; position: string; score: number } & Surveyed>
  /** The message says something of the rating. It is to be read, as any other. */
  | Fact<'SurveyCommented', { messageId: string; position: string }>
  /** Read so far by everyone, or by this user alone where the conversation is not read for all. */
  | Fact<'ConversationRead', { userId: string; seenUpTo: string }>
  /** The message at this position is unread again: for everyone, or for this user alone. */
  | Fact<'ConversationMarkedUnread', { userId: string; position: string }>
  /** These messages of it go on in another conversation of its contact, on the same channel: `MessageMoved` follows of each. */
  | Fact<'ConversationJoined', { into: string; messageIds: string[] }>
  /** That was taken back: they return from there. */
  | Fact<'ConversationParted', { from: string; messageIds: string[] }>
  | Fact<'ConversationTagged', { tagId: string }>
  | Fact<'ConversationUntagged', { tagId: string }>
  /** A note for colleagues in the thread: the contact never gets it, and it is forgotten with the contact. */
  | Fact<
      'InternalCommentAdded',
      Personal<{ text: string }> & {
        commentId: string;
        userId: string;
        /** Given by the client; makes a retry the same note. */
        clientKey: string;
      }
    >
  /** The note asks for the attention of these colleagues, and of whoever is in these teams. `userId` wrote it. */
  | Fact<'ColleaguesMentioned', { commentId: string; userId: string; userIds: string[]; teamIds: string[] }>
  /** Its writer takes all mentions of the note back; the note stays. */
  | Fact<'MentionsWithdrawn', { commentId: string; userId: string }>
  /** Who was mentioned has seen to it; the others of the note, and of the team, have it still. */
  | Fact<'MentionSettled', { commentId: string; userId: string }>
  | Fact<'MentionReopened', { commentId: string; userId: string }>
  /**
   * All that was said in it is gone for everybody. `seenUpTo` is how far the threads had come: a message beyond it
   * begins the conversation anew, with another `ConversationStarted` in its stream. `afterDays` without a message is as
   * long as its organisation keeps conversations; null where somebody deleted it.
   */
  | Fact<'ConversationDeleted', { seenUpTo: string; afterDays: number | null }>;

/** Who archived a conversation, or had it last, and its team: their work is rated. */
export interface Surveyed {
  userId: string | null;
  teamId: string | null;
}

/** `messageId` and `position` are of the message about which the rule was asked. */
export interface ConversationShare extends RouteShare {
  messageId: string;
  position: string;
  cause: 'room' | 'offline';
}

/** Of which clock of which policy. Times are ISO 8601 UTC. */
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
