import type { TeamChatEvent } from '@parley/contracts/events';
import { normalizeText } from '@parley/contracts/rules/normalized-text';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type TeamChatCommand =
  | { type: 'Start'; title: string | null; userIds: readonly string[] }
  /** Changes title and participants; an absent title stays unchanged. The user `by` has to be a participant. */
  | {
      type: 'Change';
      by: string;
      title?: string | null;
      add?: readonly string[];
      remove?: readonly string[];
    }
  | { type: 'Leave'; by: string }
  | { type: 'Delete'; by: string }
  /** The chat had no entry for `afterDays` days, the retention period of its organisation. */
  | { type: 'Expire'; afterDays: number };

export interface TeamChatState {
  status: 'missing' | 'present' | 'deleted' | 'expired';
  title: string | null;
  /** Ids of the current participants. */
  userIds: readonly string[];
}

export const MAX_TITLE_LENGTH = 100;
export const MAX_PARTICIPANTS = 200;

/** A chat between colleagues: its title and its participants. */
export const teamChat: Decider<TeamChatCommand, TeamChatState, TeamChatEvent> = {
  initialState: { status: 'missing', title: null, userIds: [] },

  decide(command, state) {
    if (command.type === 'Start') return state.status === 'missing' ? start(command) : [];
    if (state.status === 'missing') throw new NotFound();
    if (command.type === 'Expire') {
      const { afterDays } = command;
      return state.status === 'expired' ? [] : [{ type: 'TeamChatExpired', data: { afterDays } }];
    }
    if (state.status !== 'present') {
      if (command.type === 'Change') throw new Rejected('team_chat_archived');
      return [];
    }
    switch (command.type) {
      case 'Change':
        requireParticipant(command.by, state);
        return change(command, state);
      case 'Leave':
        // A user who is no participant any more was removed at the same time, so leaving is a no-op.
        if (!state.userIds.includes(command.by)) return [];
        return [{ type: 'TeamChatParticipantLeft', data: { userId: command.by } }];
      case 'Delete':
        requireParticipant(command.by, state);
        return [{ type: 'TeamChatDeleted', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'TeamChatStarted':
        return { status: 'present', title: event.data.title, userIds: event.data.userIds };
      case 'TeamChatRenamed':
        return { ...state, title: event.data.title };
      case 'TeamChatParticipantAdded':
        return { ...state, userIds: [...state.userIds, event.data.userId] };
      case 'TeamChatParticipantRemoved':
      case 'TeamChatParticipantLeft':
        return { ...state, userIds: state.userIds.filter((userId) => userId !== event.data.userId) };
      case 'TeamChatDeleted':
        return { ...state, status: 'deleted' };
      case 'TeamChatExpired':
        return { status: 'expired', title: null, userIds: [] };
    }
  },
};

export class ToTeamChat extends commandTo(teamChat, 'teamChat') {}

/** Whether a user is a participant of an existing chat, and so may write in it. */
export function takesPart({ status, userIds }: TeamChatState, userId: string): boolean {
  return status === 'present' && userIds.includes(userId);
}

function start({ title, userIds }: Extract<TeamChatCommand, { type: 'Start' }>): TeamChatEvent[] {
  const people = [...new Set(userIds)];
  requireNumber(people);
  if (people.length < 2) throw new Rejected('team_chat_needs_people');
  return [{ type: 'TeamChatStarted', data: { title: tidy(title), userIds: people } }];
}

function change(
  { title, add = [], remove = [] }: Extract<TeamChatCommand, { type: 'Change' }>,
  state: TeamChatState,
): TeamChatEvent[] {
  const facts: TeamChatEvent[] = [];
  if (title !== undefined && tidy(title) !== state.title) {
    facts.push({ type: 'TeamChatRenamed', data: { title: tidy(title) } });
  }
  const gone = new Set(remove.filter((userId) => state.userIds.includes(userId)));
  const added = new Set(add.filter((userId) => !state.userIds.includes(userId)));
  requireNumber([...state.userIds.filter((userId) => !gone.has(userId)), ...added]);
  for (const userId of added) facts.push({ type: 'TeamChatParticipantAdded', data: { userId } });
  for (const userId of gone) facts.push({ type: 'TeamChatParticipantRemoved', data: { userId } });
  return facts;
}

/** @throws Rejected `team_chat_archived` if the user does not take part now */
function requireParticipant(userId: string, state: TeamChatState): void {
  if (!takesPart(state, userId)) throw new Rejected('team_chat_archived');
}

function requireNumber(userIds: readonly string[]): void {
  if (userIds.length > MAX_PARTICIPANTS) throw new Rejected('team_chat_too_many_people');
}

/**
 * Normalises a title; null for an empty one.
 * @throws Rejected `team_chat_title_invalid`
 */
function tidy(title: string | null): string | null {
  const tidied = title === null ? null : normalizeText(title, 'NFC').replace(/\s+/g, ' ').trim() || null;
  if (tidied !== null && tidied.length > MAX_TITLE_LENGTH) throw new Rejected('team_chat_title_invalid');
  return tidied;
}
