import type { RotaClaim, RotaEvent, RouteSharing } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

/** An active member of the team, as the pool sees them. */
export interface Agent {
  userId: string;
  /** Number of the agent's open conversations in the view. */
  open: number;
  isAvailable: boolean;
  /** Whether the agent is offline; the rule may then reassign the agent's conversations to other agents. */
  isGone: boolean;
}

export type RotaCommand =
  /** Starts the next stream of a team with the recent claims of the previous one, which is full. */
  | { type: 'Begin'; teamId: string; number: number; claims: RotaClaim[]; turns: readonly string[] }
  /** Decides which agent gets a conversation; a repeated `claim` is a no-op. */
  | {
      type: 'Claim';
      claim: string;
      conversationId: string;
      sharing: RouteSharing;
      agents: Agent[];
      /** The agent to whom the conversation was assigned last; null if there was none. */
      lastUserId: string | null;
      /** Ids of claims that the view has folded, so that `open` counts their conversations. */
      seen: readonly string[];
      /** Whether an earlier conversation is waiting, so that this one has to wait as well. */
      isQueued: boolean;
      /** Whether the conversation is already waiting, so that a decision without an agent records nothing. */
      isWaiting: boolean;
      /** Current time, ISO 8601 UTC. */
      now: string;
    };

export interface RotaState {
  count: number;
  /** Recent claims, oldest first. */
  claims: readonly RotaClaim[];
  /** Ids of agents in the order of their last assignment, oldest first. */
  turns: readonly string[];
}

/** Maximum number of events in a stream; limited because a stream is read as a whole. */
export const MAX_ROTA_LENGTH = 500;
/**
 * Time in ms after which a claim is no longer counted: by then, every view has folded it, or its conversation was not
 * assigned.
 */
const FRESH_MS = 120_000;

/**
 * A team's assignment pool, which decides which agent gets a conversation. Claims that the view has not folded yet
 * count as open conversations, so that each decision takes all earlier ones into account.
 */
export const rota: Decider<RotaCommand, RotaState, RotaEvent> = {
  initialState: { count: 0, claims: [], turns: [] },

  decide(command, state) {
    if (command.type === 'Begin') {
      if (state.count > 0) return [];
      const { teamId, number, claims, turns } = command;
      return [{ type: 'RotaBegun', data: { teamId, number, claims, turns: [...turns] } }];
    }
    if (claimed(state, command.claim)) return [];
    if (state.count === 0 || state.count >= MAX_ROTA_LENGTH) throw new Rejected('rota_full');
    const { claim, conversationId, now: at, sharing, isWaiting } = command;
    const chosen = choose(command, state);
    if (!chosen && isWaiting) return [];
    const { userId, by, open } = chosen ?? { userId: null, by: null, open: 0 };
    return [{ type: 'RotaClaimed', data: { claim, conversationId, userId, by, open, cap: sharing.cap, at } }];
  },

  evolve({ count, claims, turns }, event) {
    if (event.type === 'RotaBegun')
      return { count: count + 1, claims: event.data.claims, turns: event.data.turns };
    const { userId } = event.data;
    return {
      count: count + 1,
      claims: [...claims, event.data],
      turns: userId === null ? turns : [...turns.filter((one) => one !== userId), userId],
    };
  },
};

export class ToRota extends commandTo(rota, 'rota') {}

/** The state that a full stream passes on to the next stream. */
export function carriedOver(
  { claims, turns }: RotaState,
  now: string,
): Pick<Extract<RotaCommand, { type: 'Begin' }>, 'claims' | 'turns'> {
  return { claims: claims.filter((one) => isFresh(one, now)), turns };
}

function isFresh({ at }: RotaClaim, now: string): boolean {
  return Date.parse(at) >= Date.parse(now) - FRESH_MS;
}

/** The recorded decision of a claim; null if it is not among the recent claims. */
export function claimed({ claims }: RotaState, claim: string): RotaClaim | null {
  return claims.find((one) => one.claim === claim) ?? null;
}

type Choice = Pick<RotaClaim, 'userId' | 'by' | 'open'>;

function choose(
  { sharing, agents, lastUserId, seen, isQueued, isWaiting, now }: Extract<RotaCommand, { type: 'Claim' }>,
  { claims, turns }: RotaState,
): Choice | null {
  const known = new Set(seen);
  const unseen = claims.filter((one) => !known.has(one.claim) && isFresh(one, now));
  // Waiting conversations are decided in their order, so a new conversation waits behind them.
  if (!isWaiting && (isQueued || unseen.some(({ userId }) => userId === null))) return null;
  const able = agents
    .filter(({ isAvailable }) => isAvailable || !sharing.onlyAvailable)
    // If the rule reassigns offline agents' conversations, an offline agent would immediately lose this one.
    .filter(({ isGone }) => !isGone || !sharing.reassignsOffline)
    .map(({ userId, open }) => ({
      userId,
      open: open + unseen.filter((one) => one.userId === userId).length,
      turn: turns.indexOf(userId),
    }))
    .filter(({ open }) => sharing.cap === null || open < sharing.cap);
  const last = sharing.lastAgentFirst && able.find(({ userId }) => userId === lastUserId);
  if (last) return { userId: last.userId, by: 'last', open: last.open };
  const [first] = able.sort(
    (a, b) =>
      (sharing.by === 'fewest' ? a.open - b.open : 0) || a.turn - b.turn || (a.userId < b.userId ? -1 : 1),
  );
  return first ? { userId: first.userId, by: sharing.by, open: first.open } : null;
}
