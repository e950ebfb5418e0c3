import type { TeamChatParticipantEvent } from '@parley/contracts/events';
import type { Decider } from '@parley/event-sourcing/decider/decider';

/** `upTo` is the position of the newest entry that is delivered or read. */
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

/** How far one participant has a chat: marks that only rise, whichever window says so and in whatever order. */
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
