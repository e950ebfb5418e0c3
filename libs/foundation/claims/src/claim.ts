import type { ClaimEvent, ClaimKind } from '@parley/contracts/events';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export type ClaimCommand =
  /** Claims the value for this owner if it has no owner. */
  | { type: 'Claim'; kind: ClaimKind; ownerId: string }
  /** Claims the value for this owner instead of any other, unless it was claimed again since `fence` was read. */
  | { type: 'Take'; kind: ClaimKind; ownerId: string; fence: number }
  /**
   * Releases the value of this owner; with a fence, only if it has not been claimed again since the fence was read.
   */
  | { type: 'Release'; ownerId: string; fence?: number };

export interface ClaimState {
  /** Null if there is no owner. */
  ownerId: string | null;
  /** Increases with each claim, also if the owner renews its own; so no two claims have the same fence. */
  fence: number;
}

/** Decides who owns a unique value, such as a phone number or an address. */
export const claim: Decider<ClaimCommand, ClaimState, ClaimEvent> = {
  initialState: { ownerId: null, fence: 0 },

  decide(command, state) {
    const { ownerId } = command;
    const released: ClaimEvent[] = state.ownerId
      ? [{ type: 'AliasReleased', data: { ownerId: state.ownerId } }]
      : [];
    if (command.type === 'Release') {
      const isMeant = command.fence === undefined || command.fence === state.fence;
      return isMeant && state.ownerId === ownerId ? released : [];
    }
    const claimed: ClaimEvent = { type: 'AliasClaimed', data: { kind: command.kind, ownerId } };
    if (command.type === 'Claim') return state.ownerId === null ? [claimed] : [];
    if (command.fence !== state.fence) return [];
    return state.ownerId === ownerId ? [claimed] : [...released, claimed];
  },

  evolve({ fence }, event) {
    if (event.type === 'AliasReleased') return { ownerId: null, fence };
    return { ownerId: event.data.ownerId, fence: fence + 1 };
  },
};
