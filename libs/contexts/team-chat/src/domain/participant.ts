import type { TeamChatParticipantEvent } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import type { Decider } from '@parley/event-sourcing/decider/decider';

/** `upTo` is the log position of the newest entry that was delivered or read. */
export interface ParticipantCommand {
  type: 'Mark';
  status: 'delivered' | 'read';
  chatId: string;
  userId: string;
  upTo: string;
}

export interface ParticipantState {
  deliveredUpTo: string;
  readUpTo: string;
}

/**
 * The positions up to which a participant has received and read a chat. They only increase, in whatever order clients
 * report them.
 */
export const participant: Decider<ParticipantCommand, ParticipantState, TeamChatParticipantEvent> = {
  initialState: { deliveredUpTo: '', readUpTo: '' },

  decide({ status, chatId, userId, upTo }, { deliveredUpTo, readUpTo }) {
    const data = { chatId, userId, upTo };
    if (status === 'read') return upTo > readUpTo ? [{ type: 'TeamChatRead', data }] : [];
    return upTo > deliveredUpTo ? [{ type: 'TeamChatDelivered', data }] : [];
  },

  evolve(state, { type, data: { upTo } }) {
    const deliveredUpTo = upTo > state.deliveredUpTo ? upTo : state.deliveredUpTo;
    return { deliveredUpTo, readUpTo: type === 'TeamChatRead' ? upTo : state.readUpTo };
  },
};

export class ToParticipant extends commandTo(participant, 'teamChatParticipant') {}
