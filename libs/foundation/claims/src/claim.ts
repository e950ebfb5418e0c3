import type { ClaimEvent, ClaimKind } from '@parley/contracts/events';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export type ClaimCommand =
  /** For this owner, if nobody has it. */
  | { type: 'Claim'; kind: ClaimKind; ownerId: string }
  /** For this owner, whoever has it, unless it was claimed again since `fence` was read. */
  | { type: 'Take'; kind: ClaimKind; ownerId: string; fence: number }
  /** Its owner no longer goes by it. With a fence: unless it was claimed again since that was read. */
  | { type: 'Release'; ownerId: string; fence?: number };

export interface ClaimState {
  /** Whoever has it, or null where nobody does. */
  ownerId: string | null;
  /** Rises with each claim, also with one that its owner renews: no two claims have the same. */
  fence: number;
}

/** Who owns a phone, an id, an address. */
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
