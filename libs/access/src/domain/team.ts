import type { TeamEvent } from '@parley/contracts/events';
import { NotFound, type Decider } from '@parley/event-sourcing/decider/decider';

export type TeamCommand =
  | { type: 'Create'; name: string; colour: string }
  | { type: 'AddMember'; userId: string }
  | { type: 'RemoveMember'; userId: string };

export interface TeamState {
  isCreated: boolean;
  members: readonly string[];
}

/** Users who share conversations. */
export const team: Decider<TeamCommand, TeamState, TeamEvent> = {
  initialState: { isCreated: false, members: [] },

  decide(command, state) {
    if (command.type === 'Create') {
      if (state.isCreated) return [];
      return [{ type: 'TeamCreated', data: { name: command.name, colour: command.colour } }];
    }
    if (!state.isCreated) throw new NotFound();
    const isMember = state.members.includes(command.userId);
    switch (command.type) {
      case 'AddMember':
        return isMember ? [] : [{ type: 'TeamMemberAdded', data: { userId: command.userId } }];
      case 'RemoveMember':
        return isMember ? [{ type: 'TeamMemberRemoved', data: { userId: command.userId } }] : [];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'TeamCreated':
        return { ...state, isCreated: true };
      case 'TeamMemberAdded':
        return { ...state, members: [...state.members, event.data.userId] };
      case 'TeamMemberRemoved':
        return { ...state, members: state.members.filter((userId) => userId !== event.data.userId) };
    }
  },
};
