import type {
  ConversationEvent,
  ConversationShare,
  DataOf,
  RoutingDecision,
  SlaTold,
} from '@parley/contracts/events';
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
  /** A broadcast is the first that is said: it is in no list until the contact answers. */
  | { type: 'StartQuietly'; contactId: string; channelId: string; readForAll: boolean; startedAt: string }
  /** A contact answered a broadcast. `to` has it from then on, unless somebody has it already; null: nobody is named. */
  | { type: 'AnswerBroadcast'; broadcastId: string; name: string; to: Assignee | null }
  /** A colleague writes first. `toUserId`: who has it from then on; null leaves one that is open with whoever has it. */
  | {
      type: 'WriteFirst';
      contactId: string;
      channelId: string;
      readForAll: boolean;
      startedAt: string;
      userId: string;
      toUserId: string | null;
    }
  /** `expected` is the assignee that whoever assigns saw. */
  | { type: 'Assign'; to: Assignee; expected: Assignee }
  /** The organisation's rules were asked about a message of the contact. */
  | { type: 'Route'; decision: RoutingDecision; said?: Said }
  /** Its team gives what waits to somebody, or takes it from whoever went offline; `from`: the claim that stood then. */
  | {
      type: 'Share';
      told: Pick<ConversationShare, 'claim' | 'userId' | 'by' | 'open' | 'cap'>;
      from: string;
    }
  /** The team is no more: whoever it is assigned to besides keeps it. */
  | { type: 'LeaveTeam'; teamId: string }
  /** `unassign`: its channel has what is archived belong to nobody. */
  | { type: 'Archive'; seenUpTo: string; unassign?: boolean }
  /** Of what is known up to the position `seenUpTo`, the newest message is so many hours old. */
  | { type: 'AutoArchive'; seenUpTo: string; afterHours: number; unassign?: boolean }
  /** Out of the lists until then, or until the contact writes; `now` is ISO 8601 UTC like `until`. */
  | { type: 'Snooze'; until: string | null; seenUpTo: string; userId: string; now: string }
  /** `at`: the time for which it was snoozed has come; null: a colleague wants it back. */
  | { type: 'Wake'; at: string | null }
  | { type: 'Unarchive' }
  /** These messages, all that were seen, go on in another conversation, and nothing is left to do here. */
  | { type: 'Join'; into: string; messageIds: readonly string[]; seenUpTo: string }
  /** What went on elsewhere comes back. */
  | { type: 'Part' }
  /** A target is about to be missed, or was. */
  | { type: 'TellSla'; stage: ToldStage; told: SlaTold }
  /** A contact wrote the message at this position. */
  | { type: 'ReopenForMessage'; position: string; said?: Said }
  | SurveyCommand
  | { type: 'MarkRead'; userId: string; seenUpTo: string }
  /** `position` is of the newest message that the contact wrote. */
  | { type: 'MarkUnread'; userId: string; position: string }
  /** `mayDelete`: its channel lets its conversations be deleted. */
  | { type: 'Delete'; seenUpTo: string; mayDelete: boolean }
  /** Nobody has written in it for so many days: its organisation keeps it no longer. */
  | { type: 'Expire'; seenUpTo: string; afterDays: number }
  /** `aliases` are other ids that stand for the same tag, since they were merged into it. */
  | { type: 'Tag' | 'Untag'; tagId: string; aliases: readonly string[] }
  | {
      type: 'AddComment';
      commentId: string;
      userId: string;
      text: string;
      clientKey: string;
      /** All of them may see the conversation. */
      mentions?: Mentioned;
    }
  /** `userId` wrote the note. */
  | { type: 'WithdrawMentions'; commentId: string; userId: string }
  /** `userId` was mentioned, by name or as one of `teamIds`. */
  | {
      type: 'SettleMention' | 'ReopenMention';
      commentId: string;
      userId: string;
      teamIds: readonly string[];
    };

export interface ConversationState {
  /** One that was deleted begins anew when its contact writes again. */
  status: 'missing' | 'open' | 'closed' | 'deleted';
  /** How it began last. */
  start: DataOf<'ConversationStarted'> | null;
  assignee: Assignee;
  /** The user to whom it was assigned last. */
  lastUserId: string | null;
  readForAll: boolean;
  snoozed: DataOf<'ConversationSnoozed'> | null;
  /** The broadcast that the contact answered last. */
  broadcastId: string | null;
  /** What whoever archived or deleted it had seen; messages beyond it bring it back. */
  archivedSeenUpTo: string;
  /** How far it has been read: by everyone under `everyone`, or else by each user who said so. */
  readUpTo: Readonly<Record<string, string>>;
  tagIds: readonly string[];
  routing: Routing;
  /** What went on in which other conversation, and whether it was open before; null: nothing, or it came back. */
  joined: (DataOf<'ConversationJoined'> & { wasOpen: boolean }) | null;
  /** What was told of which clock's running last. */
  sla: SlaSpan['told'];
  survey: Survey;
  commentIds: readonly string[];
  /** By note. */
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

/** A contact and the organisation on one channel, from first message to archive and back. */
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
        // It rated, and that was all.
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
        // Archived later than that, and open again: whoever says so does not know why.
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
        // It goes on elsewhere.
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
        // What came before somebody joined is read as far as they are concerned, though they never said so.
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
        // Who says no more than that has been heard.
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

/** A message that nobody had seen opens it again, unless it only rates what was done. */
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

/** Once for each broadcast. */
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
 * A new conversation, or the closed one opened again, belongs to whoever is named and to nobody else. An open one is
 * joined, unless a colleague has it.
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

/** Only a message that nobody had seen brings it back: it came while the conversation was being deleted. */
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

/** Once; a message that overtook it stays here, opens it again, and may follow the others. */
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

/** Whether all that was said in it goes on elsewhere. */
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
  // A person who saw what a rule saw comes before the rule.
  if (!isSame(state.assignee, expected) && !wasRoutedFrom(state, expected)) {
    // The rows may not show yet who was faster.
    throw new Rejected('assignment_changed', undefined, undefined, { assignee: state.assignee });
  }
  return [assignment(to)];
}

function assignment({ userId, teamId }: Assignee): ConversationEvent {
  if (userId === null && teamId === null) return { type: 'ConversationUnassigned', data: {} };
  return { type: 'ConversationAssigned', data: { userId, teamId } };
}

/** The tag, under each id that it has here. */
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
