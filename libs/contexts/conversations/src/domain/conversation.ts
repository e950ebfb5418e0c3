import type {
  ConversationEvent,
  ConversationShare,
  DataOf,
  RoutingDecision,
  SlaTold,
} from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { evolved, NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';
import { notRouted, route, routingAfter, shareAgain, wasRoutedFrom, type Routing } from './routing';
import type { SlaSpan, ToldStage } from './service-level';
import {
  answered,
  notSurveyed,
  survey,
  surveyAfter,
  type Said,
  type Survey,
  type SurveyCommand,
} from './survey';
import { mentioned, mentionsAfter, ofMentions, type Mentioned, type NoteMentions } from './mentions';
import { snooze, wake, wakeForMessage, woken } from './snooze';

export interface Assignee {
  userId: string | null;
  teamId: string | null;
}

export type ConversationCommand =
  | { type: 'Start'; contactId: string; channelId: string; readForAll: boolean; startedAt: string }
  /**
   * A broadcast starts the conversation archived: no list of open conversations contains it until the contact
   * replies.
   */
  | { type: 'StartQuietly'; contactId: string; channelId: string; readForAll: boolean; startedAt: string }
  /**
   * A contact replied to a broadcast. `to` becomes the assignee of an open, unassigned conversation; null assigns it
   * to no user or team.
   */
  | { type: 'AnswerBroadcast'; broadcastId: string; name: string; to: Assignee | null }
  /**
   * A colleague writes before the contact does. `toUserId` becomes the assignee; null keeps the assignee of an open
   * conversation.
   */
  | {
      type: 'WriteFirst';
      contactId: string;
      channelId: string;
      readForAll: boolean;
      startedAt: string;
      userId: string;
      toUserId: string | null;
    }
  /** Assigns the conversation; `expected` is the assignee that the client displayed. */
  | { type: 'Assign'; to: Assignee; expected: Assignee }
  /**
   * The organisation's routing rules were evaluated for a message of the contact. `said`: the parts of the message
   * that the survey reads; absent if the message cannot be an answer to a survey.
   */
  | { type: 'Route'; decision: RoutingDecision; said?: Said }
  /**
   * The team gives a waiting conversation to an agent, or takes it from an agent who went offline. `from` is the
   * `claim` of the team's earlier decision, which this command replaces.
   */
  | {
      type: 'Share';
      told: Pick<ConversationShare, 'claim' | 'userId' | 'by' | 'open' | 'cap'>;
      from: string;
    }
  /** The team was deleted. A user who is assigned as well stays the assignee. */
  | { type: 'LeaveTeam'; teamId: string }
  /** `unassign`: whether the channel's setting removes the assignee on archiving. */
  | { type: 'Archive'; seenUpTo: string; unassign?: boolean }
  /**
   * The conversation has been silent: its newest message, at `seenUpTo` or before, is at least `afterHours` hours
   * old.
   */
  | { type: 'AutoArchive'; seenUpTo: string; afterHours: number; unassign?: boolean }
  /**
   * Hides the conversation from the lists until the time `until`, or until the contact writes if `until` is null.
   * `now` and `until` are ISO 8601 UTC.
   */
  | { type: 'Snooze'; until: string | null; seenUpTo: string; userId: string; now: string }
  /** `at`: the end of the snooze, which has come; null if a colleague wakes the conversation. */
  | { type: 'Wake'; at: string | null }
  | { type: 'Unarchive' }
  /**
   * Moves the messages `messageIds`, which are all that the caller saw, to the conversation `into`, and archives this
   * one.
   */
  | { type: 'Join'; into: string; messageIds: readonly string[]; seenUpTo: string }
  /** Undoes the last `Join`. */
  | { type: 'Part' }
  /** Records that an SLA target is about to be missed (`warned`) or was missed (`breached`). */
  | { type: 'TellSla'; stage: ToldStage; told: SlaTold }
  /**
   * A contact wrote the message at this position. `said`: the parts of the message that the survey reads; absent if
   * the message cannot be an answer to a survey.
   */
  | { type: 'ReopenForMessage'; position: string; said?: Said }
  | SurveyCommand
  | { type: 'MarkRead'; userId: string; seenUpTo: string }
  /** Marks the conversation unread for a user; `position` is the log position of the contact's newest message. */
  | { type: 'MarkUnread'; userId: string; position: string }
  /** `mayDelete`: whether the channel allows deleting its conversations. */
  | { type: 'Delete'; seenUpTo: string; mayDelete: boolean }
  /** The conversation had no message for `afterDays` days, the retention period of its organisation. */
  | { type: 'Expire'; seenUpTo: string; afterDays: number }
  /** `aliases`: ids of the tags that were merged into the tag `tagId`. */
  | { type: 'Tag' | 'Untag'; tagId: string; aliases: readonly string[] }
  | {
      type: 'AddComment';
      commentId: string;
      userId: string;
      text: string;
      clientKey: string;
      /** The caller has checked that all mentioned users may see the conversation. */
      mentions?: Mentioned;
    }
  /** Withdraws the mentions of a note; `userId` is the writer of the note. */
  | { type: 'WithdrawMentions'; commentId: string; userId: string }
  /** `userId` was mentioned by name, or is a member of one of the mentioned teams `teamIds`. */
  | {
      type: 'SettleMention' | 'ReopenMention';
      commentId: string;
      userId: string;
      teamIds: readonly string[];
    };

export interface ConversationState {
  /**
   * `missing`: never started; `closed`: archived; `deleted`: starts again, without its history, when its contact
   * writes.
   */
  status: 'missing' | 'open' | 'closed' | 'deleted';
  /** Data of the most recent start; null if the conversation never started. */
  start: DataOf<'ConversationStarted'> | null;
  assignee: Assignee;
  /** The last user to whom the conversation was assigned; null if there was none. */
  lastUserId: string | null;
  readForAll: boolean;
  snoozed: DataOf<'ConversationSnoozed'> | null;
  /** The broadcast to which the contact replied last; null if there is none. */
  broadcastId: string | null;
  /**
   * Position of the last message that the user had seen when they archived or deleted the conversation; a later
   * message reopens it.
   */
  archivedSeenUpTo: string;
  /** Read positions by user id; or under `everyone` if all users share one read position (`readForAll`). */
  readUpTo: Readonly<Record<string, string>>;
  tagIds: readonly string[];
  routing: Routing;
  /**
   * The last `Join`, and whether this conversation was open before; null if it was never joined, or the join was
   * undone.
   */
  joined: (DataOf<'ConversationJoined'> & { wasOpen: boolean }) | null;
  /** By SLA clock and stage: when the clock started for which a warning or breach was last recorded. */
  sla: SlaSpan['told'];
  survey: Survey;
  commentIds: readonly string[];
  /** Mentions by the id of their note. */
  mentions: Readonly<Record<string, NoteMentions>>;
}

const nobody: Assignee = { userId: null, teamId: null };

const atFirst: ConversationState = {
  status: 'missing',
  start: null,
  assignee: nobody,
  lastUserId: null,
  snoozed: null,
  readForAll: true,
  broadcastId: null,
  archivedSeenUpTo: '',
  readUpTo: {},
  tagIds: [],
  joined: null,
  routing: notRouted,
  sla: {},
  survey: notSurveyed,
  commentIds: [],
  mentions: {},
};

/**
 * Everything that a contact and the organisation write to each other on one channel, with its assignee, tags and
 * status.
 */
export const conversation: Decider<ConversationCommand, ConversationState, ConversationEvent> = {
  initialState: atFirst,

  decide(command, state) {
    if (command.type === 'Start') {
      if (state.status !== 'missing' && state.status !== 'deleted') return [];
      const { contactId, channelId, readForAll, startedAt } = command;
      return [{ type: 'ConversationStarted', data: { contactId, channelId, readForAll, startedAt } }];
    }
    if (command.type === 'StartQuietly') return startQuietly(command, state);
    if (command.type === 'WriteFirst') return writeFirst(command, state);
    if (state.status === 'missing') throw new NotFound();
    if (state.status === 'deleted') return afterDeletion(command, state);
    switch (command.type) {
      case 'Assign':
        return assign(state, command.to, command.expected);
      case 'Route': {
        const { decision, said } = command;
        if (decision.position === state.survey.answeredAt) return [];
        const opened = forMessage(state, decision.position, said);
        // If the message is only a rating, the conversation stays archived and the rules do not route it.
        if (opened.length > 0 && evolved(conversation, state, opened).status === 'closed') return opened;
        return [...opened, ...route(evolved(conversation, state, opened), decision)];
      }
      case 'Share':
        return shareAgain(state, command.told, command.from);
      case 'LeaveTeam':
        if (state.assignee.teamId !== command.teamId) return [];
        return [assignment({ userId: state.assignee.userId, teamId: null })];
      case 'Archive':
        if (state.status === 'closed') return [];
        return archive(state, { seenUpTo: command.seenUpTo, afterHours: null }, command.unassign);
      case 'AutoArchive': {
        const { seenUpTo, afterHours } = command;
        // The command is outdated: the conversation was archived at a later position and has been reopened.
        if (state.status === 'closed' || seenUpTo < state.archivedSeenUpTo) return [];
        return archive(state, { seenUpTo, afterHours }, command.unassign);
      }
      case 'Snooze':
        return snooze(state, command);
      case 'Wake':
        return wake(state.snoozed, command.at);
      case 'TellSla': {
        const { stage, told } = command;
        const isKnown = state.sla[`${told.clock}/${stage}`] === told.since;
        if (state.status === 'closed' || isKnown) return [];
        return [{ type: stage === 'warned' ? 'SlaWarned' : 'SlaBreached', data: told }];
      }
      case 'Unarchive':
        if (state.status === 'open') return [];
        return [{ type: 'ConversationReopened', data: { cause: 'user' } }];
      case 'Join':
        return join(state, command);
      case 'Part': {
        if (!state.joined) return [];
        const { into: from, messageIds, wasOpen } = state.joined;
        const parted: ConversationEvent = { type: 'ConversationParted', data: { from, messageIds } };
        if (!wasOpen || state.status === 'open') return [parted];
        return [parted, { type: 'ConversationReopened', data: { cause: 'user' } }];
      }
      case 'ReopenForMessage':
        return forMessage(state, command.position, command.said);
      case 'PlanSurvey':
        // A joined conversation gets no survey, because it continues in another conversation.
        return isJoined(state) ? [] : survey(state, command);
      case 'TellSurvey':
        return survey(state, command);
      case 'Delete':
        if (!command.mayDelete) throw new Rejected('conversation_not_deletable');
        return [{ type: 'ConversationDeleted', data: { seenUpTo: command.seenUpTo, afterDays: null } }];
      case 'Expire': {
        const { seenUpTo, afterDays } = command;
        return [{ type: 'ConversationDeleted', data: { seenUpTo, afterDays } }];
      }
      case 'MarkRead': {
        const { userId, seenUpTo } = command;
        if (seenUpTo <= (state.readUpTo[readerOf(state, userId)] ?? '')) return [];
        return [{ type: 'ConversationRead', data: { userId, seenUpTo } }];
      }
      case 'MarkUnread': {
        const { userId, position } = command;
        // If each user has a read position, messages from before a user was added count as read, although none is
        // recorded.
        const before = state.readForAll ? '' : position;
        const readUpTo = state.readUpTo[readerOf(state, userId)] ?? before;
        return readUpTo < position ? [] : [{ type: 'ConversationMarkedUnread', data: { userId, position } }];
      }
      case 'Tag':
        if (present(state, command).length > 0) return [];
        return [{ type: 'ConversationTagged', data: { tagId: command.tagId } }];
      case 'Untag':
        return present(state, command).map((tagId) => ({ type: 'ConversationUntagged', data: { tagId } }));
      case 'AnswerBroadcast':
        return answerBroadcast(command, state);
      case 'AddComment': {
        const { commentId, userId, text, clientKey } = command;
        if (!state.start || state.commentIds.includes(commentId)) return [];
        const subject = state.start.contactId;
        const added: ConversationEvent = {
          type: 'InternalCommentAdded',
          data: { subject, personal: { text }, commentId, userId, clientKey },
        };
        return [added, ...mentioned(command)];
      }
      case 'WithdrawMentions':
      case 'SettleMention':
      case 'ReopenMention':
        return ofMentions(state, command);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ConversationStarted':
        return { ...atFirst, status: 'open', start: event.data, readForAll: event.data.readForAll };
      case 'ConversationAssigned':
        return {
          ...state,
          assignee: { userId: event.data.userId, teamId: event.data.teamId },
          lastUserId: event.data.userId ?? state.lastUserId,
          routing: routingAfter(state, event),
        };
      case 'ConversationUnassigned':
        return { ...state, assignee: nobody, routing: routingAfter(state, event) };
      case 'ConversationRouted':
      case 'ConversationShared':
        return { ...state, routing: routingAfter(state, event) };
      case 'ConversationArchived': {
        const { seenUpTo: archivedSeenUpTo } = event.data;
        const routing = routingAfter(state, event);
        return { ...state, status: 'closed', snoozed: null, archivedSeenUpTo, routing };
      }
      case 'ConversationJoined':
        return { ...state, joined: { ...event.data, wasOpen: state.status === 'open' } };
      case 'ConversationParted':
        return { ...state, joined: null };
      case 'ConversationDeleted':
        return { ...state, status: 'deleted', archivedSeenUpTo: event.data.seenUpTo };
      case 'SlaWarned':
      case 'SlaBreached': {
        const { clock, since } = event.data;
        const stage = event.type === 'SlaWarned' ? 'warned' : 'breached';
        return { ...state, sla: { ...state.sla, [`${clock}/${stage}`]: since } };
      }
      case 'ConversationReopened': {
        const routing = routingAfter(state, event);
        return { ...state, status: 'open', routing, survey: surveyAfter(state.survey, event) };
      }
      case 'SurveyPlanned':
      case 'SurveyAsked':
      case 'SurveySkipped':
      case 'SurveyCommented':
        return { ...state, survey: surveyAfter(state.survey, event) };
      case 'SurveyAnswered': {
        // A rating needs no reply, so its message counts as seen.
        const archivedSeenUpTo = event.data.position;
        return { ...state, archivedSeenUpTo, survey: surveyAfter(state.survey, event) };
      }
      case 'BroadcastAnswered':
        return { ...state, broadcastId: event.data.broadcastId };
      case 'ConversationSnoozed':
        return { ...state, snoozed: event.data };
      case 'ConversationWoken':
        return { ...state, snoozed: null };
      case 'ConversationRead': {
        const reader = readerOf(state, event.data.userId);
        return { ...state, readUpTo: { ...state.readUpTo, [reader]: event.data.seenUpTo } };
      }
      case 'ConversationMarkedUnread': {
        const reader = readerOf(state, event.data.userId);
        return { ...state, readUpTo: { ...state.readUpTo, [reader]: '' } };
      }
      case 'ConversationTagged':
        return { ...state, tagIds: [...state.tagIds, event.data.tagId] };
      case 'ConversationUntagged':
        return { ...state, tagIds: state.tagIds.filter((tagId) => tagId !== event.data.tagId) };
      case 'InternalCommentAdded':
        return { ...state, commentIds: [...state.commentIds, event.data.commentId] };
      case 'ColleaguesMentioned':
      case 'MentionsWithdrawn':
      case 'MentionSettled':
      case 'MentionReopened':
        return { ...state, mentions: mentionsAfter(state.mentions, event) };
    }
  },
};

export class ToConversation extends commandTo(conversation, 'conversation') {}

/** Wakes or reopens the conversation for a message that no user has seen, unless the message only rates a survey. */
function forMessage(state: ConversationState, position: string, said?: Said): ConversationEvent[] {
  const { status, snoozed, archivedSeenUpTo } = state;
  if (snoozed) return wakeForMessage(snoozed, position);
  if (status === 'open' || position <= archivedSeenUpTo) return [];
  const { told, isSettled } = answered(state, position, said);
  return isSettled ? told : [...told, { type: 'ConversationReopened', data: { cause: 'message' } }];
}

function startQuietly(
  { contactId, channelId, readForAll, startedAt }: Extract<ConversationCommand, { type: 'StartQuietly' }>,
  { status }: ConversationState,
): ConversationEvent[] {
  if (status !== 'missing' && status !== 'deleted') return [];
  return [
    { type: 'ConversationStarted', data: { contactId, channelId, readForAll, startedAt } },
    { type: 'ConversationArchived', data: { seenUpTo: '', afterHours: null } },
  ];
}

/** Records the reply to a broadcast; a second reply to the same broadcast is a no-op. */
function answerBroadcast(
  { broadcastId, name, to }: Extract<ConversationCommand, { type: 'AnswerBroadcast' }>,
  { status, assignee, broadcastId: answered }: ConversationState,
): ConversationEvent[] {
  if (answered === broadcastId) return [];
  const told: ConversationEvent = { type: 'BroadcastAnswered', data: { broadcastId, name } };
  const isFree = status === 'open' && isSame(assignee, nobody);
  return to && isFree && !isSame(to, nobody) ? [told, assignment(to)] : [told];
}

/**
 * Starts or reopens the conversation for a colleague who writes first, and assigns it to `toUserId` alone; null
 * leaves it unassigned.
 * @throws Rejected `conversation_with_colleague` if the conversation is open and another user is its assignee
 */
function writeFirst(
  command: Extract<ConversationCommand, { type: 'WriteFirst' }>,
  state: ConversationState,
): ConversationEvent[] {
  const { contactId, channelId, readForAll, startedAt, userId, toUserId } = command;
  const to: Assignee = { userId: toUserId, teamId: null };
  if (state.status === 'missing' || state.status === 'deleted') {
    const started: ConversationEvent = {
      type: 'ConversationStarted',
      data: { contactId, channelId, readForAll, startedAt },
    };
    return toUserId ? [started, assignment(to)] : [started];
  }
  if (state.status === 'closed') {
    const reopened: ConversationEvent = { type: 'ConversationReopened', data: { cause: 'user' } };
    return isSame(state.assignee, to) ? [reopened] : [reopened, assignment(to)];
  }
  const { userId: holder } = state.assignee;
  if (holder && holder !== userId && holder !== toUserId) throw new Rejected('conversation_with_colleague');
  const awake = state.snoozed ? [woken('user')] : [];
  if (!toUserId || holder === toUserId) return awake;
  return [...awake, assignment({ userId: toUserId, teamId: state.assignee.teamId })];
}

/**
 * Handles a command to a deleted conversation. A message after `archivedSeenUpTo`, which arrived during the deletion,
 * starts the conversation again.
 * @throws NotFound for a user's command; any other automatic command is a no-op
 */
function afterDeletion(
  command: Exclude<ConversationCommand, { type: 'Start' | 'StartQuietly' | 'WriteFirst' }>,
  { start, archivedSeenUpTo }: ConversationState,
): ConversationEvent[] {
  const isDone = [
    'AnswerBroadcast',
    'Route',
    'Share',
    'Delete',
    'Expire',
    'LeaveTeam',
    'AutoArchive',
    'Wake',
    'TellSla',
    'PlanSurvey',
    'TellSurvey',
  ].includes(command.type);
  if (isDone) return [];
  if (command.type !== 'ReopenForMessage') throw new NotFound();
  if (!start || command.position <= archivedSeenUpTo) return [];
  return [{ type: 'ConversationStarted', data: start }];
}

/**
 * Joins the conversation into another one; joining the same one again is a no-op. A message that arrived after
 * `seenUpTo` stays here and reopens the conversation, which may then be joined again.
 * @throws Rejected `conversation_joined` if another conversation was chosen before; `nothing_to_join` without
 * messages
 */
function join(
  state: ConversationState,
  { into, messageIds, seenUpTo }: Extract<ConversationCommand, { type: 'Join' }>,
): ConversationEvent[] {
  if (isJoined(state)) {
    if (state.joined?.into === into) return [];
    throw new Rejected('conversation_joined');
  }
  if (messageIds.length === 0) throw new Rejected('nothing_to_join');
  const joined: ConversationEvent = {
    type: 'ConversationJoined',
    data: { into, messageIds: [...messageIds] },
  };
  return state.status === 'closed' ? [joined] : [joined, ...archive(state, { seenUpTo, afterHours: null })];
}

/** Whether the messages of this conversation continue in another one. */
export function isJoined({ joined, status }: ConversationState): boolean {
  return joined !== null && status === 'closed';
}

function archive(
  { assignee }: ConversationState,
  data: DataOf<'ConversationArchived'>,
  unassign = false,
): ConversationEvent[] {
  const archived: ConversationEvent = { type: 'ConversationArchived', data };
  return unassign && !isSame(assignee, nobody) ? [archived, assignment(nobody)] : [archived];
}

function assign(state: ConversationState, to: Assignee, expected: Assignee): ConversationEvent[] {
  if (isSame(state.assignee, to)) return [];
  if (state.status === 'closed') throw new Rejected('conversation_closed');
  // A person who saw the assignee from before a rule's assignment may override the rule.
  if (!isSame(state.assignee, expected) && !wasRoutedFrom(state, expected)) {
    // The client's list may not show the new assignee yet, so the error names it.
    throw new Rejected('assignment_changed', undefined, undefined, { assignee: state.assignee });
  }
  return [assignment(to)];
}

function assignment({ userId, teamId }: Assignee): ConversationEvent {
  if (userId === null && teamId === null) return { type: 'ConversationUnassigned', data: {} };
  return { type: 'ConversationAssigned', data: { userId, teamId } };
}

/** The ids under which the conversation has the tag: the tag's own id, and those of tags that were merged into it. */
function present(
  { tagIds }: ConversationState,
  { tagId, aliases }: { tagId: string; aliases: readonly string[] },
): string[] {
  return [tagId, ...aliases].filter((id) => tagIds.includes(id));
}

function isSame(a: Assignee, b: Assignee): boolean {
  return a.userId === b.userId && a.teamId === b.teamId;
}

function readerOf(state: ConversationState, userId: string): string {
  return state.readForAll ? 'everyone' : userId;
}
