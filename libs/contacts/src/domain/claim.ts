import type { AliasKind, ClaimEvent } from '@parley/contracts/events';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export interface ClaimCommand {
  type: 'Claim';
  kind: AliasKind;
  ownerId: string;
}

export interface ClaimState {
  /** The contact that has it, or null where nobody does. */
  ownerId: string | null;
}

/** Who owns a phone, an id, an address: whoever claimed it first. A second claim changes nothing and loses. */
export const claim: Decider<ClaimCommand, ClaimState, ClaimEvent> = {
  initialState: { ownerId: null },

  decide({ kind, ownerId }, state) {
    if (state.ownerId !== null) return [];
    return [{ type: 'AliasClaimed', data: { kind, ownerId } }];
  },

  evolve(_, event) {
    return { ownerId: event.data.ownerId };
  },
};
