import type { ClaimEvent, ClaimKind } from '@parley/contracts/events';
import type { Decider } from '../decider/decider';

export type ClaimCommand =
  | { type: 'Claim'; kind: ClaimKind; ownerId: string }
  /** Its owner no longer goes by it. */
  | { type: 'Release'; ownerId: string };

export interface ClaimState {
  /** Whoever has it, or null where nobody does. */
  ownerId: string | null;
}

/** Who owns a phone, an id, an address: whoever claimed it first. A second claim changes nothing and loses. */
export const claim: Decider<ClaimCommand, ClaimState, ClaimEvent> = {
  initialState: { ownerId: null },

  decide(command, state) {
    const { ownerId } = command;
    if (command.type === 'Release') {
      return state.ownerId === ownerId ? [{ type: 'AliasReleased', data: { ownerId } }] : [];
    }
    if (state.ownerId !== null) return [];
    return [{ type: 'AliasClaimed', data: { kind: command.kind, ownerId } }];
  },

  evolve(_, event) {
    return { ownerId: event.type === 'AliasClaimed' ? event.data.ownerId : null };
  },
};
