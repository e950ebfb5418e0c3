import { isBroadcastKey } from '@parley/contracts/rules/broadcast-key';
import { NOBODY, type Measure } from '@parley/contracts/rules/measures';
import {
  idOf,
  openMillis,
  SATISFIED,
  type ChannelSettings,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
  type Surveyed,
} from '@parley/contracts/events';
import { messageTime } from '@parley/contracts/rules/message-time';

/** The state of a conversation that later counts need. Times are ISO 8601 UTC. */
export interface ConversationState {
  customerId: string;
  channelId: string;
  contactId: string;
  /** Starts at 1; increases when a deleted conversation begins again without its earlier state. */
  life: number;
  status: 'open' | 'closed' | 'deleted';
  openedAt: string;
  userId: string | null;
  teamId: string | null;
  lastInboundPosition: string;
  /** Time of the contact's first message since the conversation was opened. */
  askedAt: string | null;
  firstReplyId: string | null;
  /** Time of the contact's first unanswered message. */
  waitingSince: string | null;
  /** Our newest reply, and the start of the wait that it ended. */
  answerId: string | null;
  waitedSince: string | null;
  /** Time of our newest message without a reply of the contact. */
  ourLastAt: string | null;
  /** Time and event version of the last archiving; undefined or null without one. */
  settled?: { at: string; number: number } | null;
  /** Whether a broadcast began the conversation archived and it was never opened since; undefined for no. */
  isQuiet?: boolean;
  /**
   * Time and event version of a merge or unmerge, whose archiving or reopening follows in the next event; undefined
   * for none.
   */
  passing?: { at: string; number: number };
  /** Its tags, each with the version of the event that added it. */
  tags: Readonly<Record<string, number>>;
}

/** A counted fact. Missing users, teams and tags are `NOBODY`. */
export interface Counted {
  measure: Measure;
  /** ISO 8601 UTC. */
  at: string;
  customerId: string;
  conversationId: string;
  life: number;
  contactId: string;
  channelId: string;
  userId: string;
  teamId: string;
  tagId: string;
  /** Milliseconds for measures of time, and for `closed` the time for which it was open; otherwise 0. */
  value: number;
  /** Stream of the event behind the fact, and the event's version there. */
  sourceId: string;
  number: number;
}

/** The changes of counts by an event: the facts to add, and which facts to remove. */
export interface Counting {
  state: ConversationState;
  added: Counted[];
  removed: Gone[];
}

/**
 * The counted facts to remove: all those from a stream, those from one event of it, or one measure from that event.
 */
export interface Gone {
  sourceId: string;
  number?: number;
  measure?: Measure;
}

export interface ChannelHours {
  isWhatsApp: boolean;
  opening: Pick<ChannelSettings, 'businessHours' | 'closingDates'>;
}

/** A conversation reopened within this time in ms does not count as settled. */
const SETTLED_MS = 7 * 24 * 3_600_000;

type Lifecycle = RecordedEvent & ConversationEvent;
export type Written = RecordedEvent &
  Extract<MessageEvent, { type: 'MessageReceived' | 'MessageEchoed' | 'MessageQueued' }>;

/** Counts an event of a conversation's own stream. Null if the conversation is unknown, so that nothing is counted. */
export function afterConversation(state: ConversationState | null, event: Lifecycle): Counting | null {
  const id = idOf(event.stream);
  if (event.type === 'ConversationStarted') return started(state, event, id);
  if (!state || state.status === 'deleted') return null;
  const { time, version: number } = event;
  const fact = (measure: Measure, more: Partial<Counted> = {}): Counted => ({
    ...about(state, id),
    ...{ measure, at: time, sourceId: id, number },
    ...more,
  });
  const nothing = { added: [], removed: [] };
  switch (event.type) {
    case 'ConversationAssigned': {
      const { userId, teamId } = event.data;
      const next = { ...state, userId, teamId };
      const isMoved = state.userId !== userId || state.teamId !== teamId;
      const isTransfer = isMoved && (state.userId ?? state.teamId) !== null && (userId ?? teamId) !== null;
      const to = { userId: userId ?? NOBODY, teamId: teamId ?? NOBODY };
      return { state: next, added: isTransfer ? [fact('transferred', to)] : [], removed: [] };
    }
    case 'ConversationUnassigned':
      return { ...nothing, state: { ...state, userId: null, teamId: null } };
    case 'ConversationArchived': {
      if (state.status !== 'open') return null;
      if (beganArchived(event)) {
        const next: ConversationState = { ...state, status: 'closed', isQuiet: true };
        const closed = fact('closed', { value: millis(state.openedAt, time) });
        return { state: next, added: [closed, fact('begun_archived')], removed: [] };
      }
      const took = { value: millis(state.openedAt, time) };
      // The conversation is archived only because it was merged, so it does not count as settled.
      if (isPassing(state, event)) {
        const next: ConversationState = { ...state, status: 'closed', waitingSince: null, answerId: null };
        return { state: next, added: [fact('closed', took)], removed: [] };
      }
      const isAnswered = state.lastInboundPosition <= event.data.seenUpTo;
      const next: ConversationState = {
        ...state,
        status: 'closed',
        settled: { at: time, number },
        ...(isAnswered && { waitingSince: null, answerId: null, waitedSince: null }),
      };
      const whose = { userId: event.actor.type === 'user' ? event.actor.id : (state.userId ?? NOBODY) };
      const theirs = { ...whose, ...took };
      const added = [
        ...[fact('closed', theirs), fact('resolved', whose), fact('settled', whose)],
        fact('resolve_time_any', theirs),
      ];
      if (event.data.afterHours === null) added.push(fact('resolve_time', theirs));
      return { state: next, added, removed: [] };
    }
    case 'ConversationReopened': {
      if (state.status !== 'closed') return null;
      const openedAt = earlier(state.waitingSince, time);
      const next: ConversationState = {
        ...state,
        status: 'open',
        openedAt,
        askedAt: state.waitingSince,
        firstReplyId: null,
        isQuiet: false,
      };
      const opened = fact('opened', { at: openedAt });
      // The conversation is open for the first time, or again after an unmerge.
      if (state.isQuiet || isPassing(state, event)) return { state: next, added: [opened], removed: [] };
      const { settled } = state;
      const isSoon = settled && millis(settled.at, time) <= SETTLED_MS;
      const removed = isSoon ? [{ sourceId: id, number: settled.number, measure: 'settled' as const }] : [];
      return { state: next, added: [opened, fact('reopened')], removed };
    }
    case 'ConversationJoined':
    case 'ConversationParted':
      return { ...nothing, state: { ...state, passing: { at: time, number } } };
    case 'SlaBreached':
      return { state, added: [fact('sla_breached')], removed: [] };
    case 'SurveyAsked': {
      const added = [fact('rating_asked', whoseOf(event.data))];
      return { state, added, removed: [] };
    }
    case 'SurveyAnswered': {
      const { position, score } = event.data;
      // A rating needs no reply.
      const isLast = state.lastInboundPosition <= position;
      const next = isLast ? { ...state, waitingSince: null, answerId: null, waitedSince: null } : state;
      const whose = whoseOf(event.data);
      const added = [fact('rated', { ...whose, value: score })];
      if (score >= SATISFIED) added.push(fact('satisfied', whose));
      return { state: next, added, removed: [] };
    }
    case 'SurveyCommented':
      return {
        state,
        added: [fact('rating_comment', { sourceId: event.data.messageId, number: 0 })],
        removed: [],
      };
    case 'ConversationTagged': {
      const { tagId } = event.data;
      if (state.tags[tagId] !== undefined) return null;
      const next = { ...state, tags: { ...state.tags, [tagId]: number } };
      return { state: next, added: [fact('tagged', { tagId })], removed: [] };
    }
    case 'ConversationUntagged': {
      const { [event.data.tagId]: put, ...tags } = state.tags;
      if (put === undefined) return null;
      return { state: { ...state, tags }, added: [], removed: [{ sourceId: id, number: put }] };
    }
    case 'ConversationDeleted':
      return {
        state: { ...state, status: 'deleted' },
        added: state.status === 'open' ? [fact('closed', { value: millis(state.openedAt, time) })] : [],
        removed: [],
      };
    default:
      return null;
  }
}

/** Counts a message of the conversation, inbound or outbound. */
export function afterMessage(
  state: ConversationState,
  event: Written,
  channel: ChannelHours,
): Counting | null {
  if (state.status === 'deleted') return null;
  const sourceId = idOf(event.stream);
  const { contactId, channelId, conversationId } = event.data;
  const at = messageTime(event.data, event.time);
  const fact = (measure: Measure, more: Partial<Counted> = {}): Counted => ({
    ...about(state, conversationId),
    ...{ contactId, channelId, measure, at, sourceId, number: event.version },
    ...more,
  });
  if (event.type === 'MessageReceived') {
    const added = [fact('message_in')];
    const lastInboundPosition = event.position;
    // An automatic message needs no reply.
    if (event.data.isAutomatic) return { state: { ...state, lastInboundPosition }, added, removed: [] };
    if (state.ourLastAt) added.push(fact('response_in', { value: millis(state.ourLastAt, at) }));
    const isFirst = state.status === 'open' && state.firstReplyId === null;
    const next: ConversationState = {
      ...state,
      lastInboundPosition,
      ourLastAt: null,
      waitingSince: earlier(state.waitingSince, at),
      askedAt: isFirst ? earlier(state.askedAt, at) : state.askedAt,
    };
    return { state: next, added, removed: [] };
  }
  const by = event.actor.type === 'user' && event.type === 'MessageQueued' ? event.actor.id : NOBODY;
  const ours = { userId: by };
  const added = [fact('message_out', ours)];
  if (event.data.contentType === 'template' && channel.isWhatsApp) added.push(fact('template_out', ours));
  if (event.type === 'MessageQueued' && !isAnswer(event)) return { state, added, removed: [] };
  if (state.waitingSince)
    added.push(fact('response_out', { ...ours, value: millis(state.waitingSince, at) }));
  const isFirst = state.status === 'open' && state.askedAt !== null && state.firstReplyId === null;
  if (isFirst) {
    const since = state.askedAt ?? at;
    added.push(fact('first_reply', { ...ours, value: millis(since, at) }));
    const value = openMillis(channel.opening, since, at);
    added.push(fact('first_reply_business', { ...ours, value }));
  }
  const next: ConversationState = {
    ...state,
    firstReplyId: isFirst ? sourceId : state.firstReplyId,
    answerId: sourceId,
    waitedSince: state.waitingSince,
    waitingSince: null,
    ourLastAt: at,
  };
  return { state: next, added, removed: [] };
}

/**
 * Removes a message of ours that never arrived or was the echo of another one; messages that it answered wait for a
 * reply again.
 */
export function afterLoss(
  state: ConversationState,
  sourceId: string,
  cause: 'MessageDeclined' | 'MessageAliased',
): Counting {
  const removed = [{ sourceId }];
  // The message exists under another id, so the contact's messages stay answered.
  if (cause === 'MessageAliased' || state.status === 'deleted') return { state, added: [], removed };
  const next = { ...state };
  if (state.firstReplyId === sourceId) next.firstReplyId = null;
  if (state.answerId === sourceId && state.waitedSince) {
    next.waitingSince = earlier(state.waitingSince, state.waitedSince);
    next.answerId = next.waitedSince = null;
  }
  return { state: next, added: [], removed };
}

/** Whether the command that merged or unmerged the conversation also caused this archiving or reopening. */
function isPassing({ passing }: ConversationState, { time, version }: Lifecycle): boolean {
  return passing !== undefined && passing.at === time && passing.number === version - 1;
}

/**
 * Whether a broadcast began the conversation archived. Only a broadcast archives with an empty `seenUpTo`: at the
 * beginning of the conversation, when there is no message yet.
 */
function beganArchived({ data }: Extract<ConversationEvent, { type: 'ConversationArchived' }>): boolean {
  return data.seenUpTo === '' && data.afterHours === null;
}

/**
 * Whether an outbound message counts as a reply: neither automatic messages nor broadcasts and their tests do,
 * regardless of the sender.
 */
function isAnswer({ actor, data }: Extract<Written, { type: 'MessageQueued' }>): boolean {
  return actor.type !== 'system' && !isBroadcastKey(data.clientKey);
}

function started(
  state: ConversationState | null,
  event: Lifecycle & { type: 'ConversationStarted' },
  id: string,
): Counting | null {
  if (state && state.status !== 'deleted') return null;
  const { contactId, channelId, startedAt } = event.data;
  const openedAt = earlier(startedAt, event.time);
  const next: ConversationState = {
    customerId: event.customerId,
    ...{ channelId, contactId, openedAt },
    life: (state?.life ?? 0) + 1,
    status: 'open',
    ...{ userId: null, teamId: null, lastInboundPosition: '', askedAt: null, firstReplyId: null },
    ...{ waitingSince: null, answerId: null, waitedSince: null, ourLastAt: null, tags: {} },
  };
  const opened: Counted = {
    ...about(next, id),
    ...{ measure: 'opened', at: openedAt, sourceId: id, number: event.version },
  };
  return { state: next, added: [opened], removed: [] };
}

function whoseOf({ userId, teamId }: Surveyed): Pick<Counted, 'userId' | 'teamId'> {
  return { userId: userId ?? NOBODY, teamId: teamId ?? NOBODY };
}

function about(
  { customerId, life, contactId, channelId, userId, teamId }: ConversationState,
  conversationId: string,
) {
  return {
    ...{ customerId, conversationId, life, contactId, channelId },
    ...{ userId: userId ?? NOBODY, teamId: teamId ?? NOBODY, tagId: NOBODY, value: 0 },
  };
}

/** Durations are at least 0, since times of providers may come from another clock. */
function millis(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from));
}

function earlier(known: string | null, time: string): string {
  return known !== null && Date.parse(known) < Date.parse(time) ? known : time;
}
