import type { ConversationEvent, DataOf } from '@parley/contracts/events';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export interface Assignee {
  userId: string | null;
  teamId: string | null;
}

export type ConversationCommand =
  | { type: 'Start'; contactId: string; channelId: string; readForAll: boolean; startedAt: string }
  /** `expected` is the assignee that whoever assigns saw. */
  | { type: 'Assign'; to: Assignee; expected: Assignee }
  /** The team is no more: whoever it is assigned to besides keeps it. */
  | { type: 'LeaveTeam'; teamId: string }
  /** `unassign`: its channel has what is archived belong to nobody. */
  | { type: 'Archive'; seenUpTo: string; unassign?: boolean }
  /** Of what is known up to the position `seenUpTo`, the newest message is so many hours old. */
  | { type: 'AutoArchive'; seenUpTo: string; afterHours: number; unassign?: boolean }
  | { type: 'Unarchive' }
  /** A contact wrote the message at this position. */
  | { type: 'ReopenForMessage'; position: string }
  | { type: 'MarkRead'; userId: string; seenUpTo: string }
  /** `position` is of the newest message that the contact wrote. */
  | { type: 'MarkUnread'; userId: string; position: string }
  /** `mayDelete`: its channel lets its conversations be deleted. */
  | { type: 'Delete'; seenUpTo: string; mayDelete: boolean }
  /** Nobody has written in it for so many days: its organisation keeps it no longer. */
  | { type: 'Expire'; seenUpTo: string; afterDays: number }
  /** `aliases` are other ids that stand for the same tag, since they were merged into it. */
  | { type: 'Tag' | 'Untag'; tagId: string; aliases: readonly string[] }
  | { type: 'AddComment'; commentId: string; userId: string; text: string; clientKey: string };

export interface ConversationState {
  /** One that was deleted begins anew when its contact writes again. */
  status: 'missing' | 'open' | 'closed' | 'deleted';
  /** How it began last. */
  start: DataOf<'ConversationStarted'> | null;
  assignee: Assignee;
  readForAll: boolean;
  /** What whoever archived or deleted it had seen; messages beyond it bring it back. */
  archivedSeenUpTo: string;
  /** How far it has been read: by everyone under `everyone`, or else by each user who said so. */
  readUpTo: Readonly<Record<string, string>>;
  tagIds: readonly string[];
  commentIds: readonly string[];
}

const nobody: Assignee = { userId: null, teamId: null };

const atFirst: ConversationState = {
  status: 'missing',
  start: null,
  assignee: nobody,
  readForAll: true,
  archivedSeenUpTo: '',
  readUpTo: {},
  tagIds: [],
  commentIds: [],
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
    if (state.status === 'missing') throw new NotFound();
    if (state.status === 'deleted') return afterDeletion(command, state);
    switch (command.type) {
      case 'Assign':
        return assign(state, command.to, command.expected);
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
      case 'Unarchive':
        if (state.status === 'open') return [];
        return [{ type: 'ConversationReopened', data: { cause: 'user' } }];
      case 'ReopenForMessage':
        if (state.status === 'open' || command.position <= state.archivedSeenUpTo) return [];
        return [{ type: 'ConversationReopened', data: { cause: 'message' } }];
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
      case 'AddComment': {
        const { commentId, userId, text, clientKey } = command;
        if (!state.start || state.commentIds.includes(commentId)) return [];
        const subject = state.start.contactId;
        return [
          {
            type: 'InternalCommentAdded',
            data: { subject, personal: { text }, commentId, userId, clientKey },
          },
        ];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ConversationStarted':
        return { ...atFirst, status: 'open', start: event.data, readForAll: event.data.readForAll };
      case 'ConversationAssigned':
        return { ...state, assignee: { userId: event.data.userId, teamId: event.data.teamId } };
      case 'ConversationUnassigned':
        return { ...state, assignee: nobody };
      case 'ConversationArchived':
        return { ...state, status: 'closed', archivedSeenUpTo: event.data.seenUpTo };
      case 'ConversationDeleted':
        return { ...state, status: 'deleted', archivedSeenUpTo: event.data.seenUpTo };
      case 'ConversationReopened':
        return { ...state, status: 'open' };
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
    }
  },
};

/** Only a message that nobody had seen brings it back: it came while the conversation was being deleted. */
function afterDeletion(
  command: Exclude<ConversationCommand, { type: 'Start' }>,
  { start, archivedSeenUpTo }: ConversationState,
): ConversationEvent[] {
  const isDone = ['Delete', 'Expire', 'LeaveTeam', 'AutoArchive'].includes(command.type);
  if (isDone) return [];
  if (command.type !== 'ReopenForMessage') throw new NotFound();
  if (!start || command.position <= archivedSeenUpTo) return [];
  return [{ type: 'ConversationStarted', data: start }];
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
  if (!isSame(state.assignee, expected)) {
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
