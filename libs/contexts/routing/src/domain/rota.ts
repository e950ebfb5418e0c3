import type { RotaClaim, RotaEvent, RouteSharing } from '@parley/contracts/events';
import { Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

/** Somebody of a team whose account is active. */
export interface Agent {
  userId: string;
  /** Conversations that they have open, as a view counts them. */
  open: number;
  isAvailable: boolean;
  /** They went offline: where the rule says so, what they have is given to others. */
  isGone: boolean;
}

export type RotaCommand =
  /** With what the one before, which is full, had given lately. */
  | { type: 'Begin'; teamId: string; number: number; claims: RotaClaim[]; turns: readonly string[] }
  /** Who gets a conversation? Under one `claim` it is asked and answered once. */
  | {
      type: 'Claim';
      claim: string;
      conversationId: string;
      sharing: RouteSharing;
      agents: Agent[];
      /** Who had the conversation last; null: nobody. */
      lastUserId: string | null;
      /** Claims that the view knows, whose conversations are among those that are open. */
      seen: readonly string[];
      /** Somebody waits since earlier, so that it waits as well. */
      isQueued: boolean;
      /** It waits already: that nobody has room is nothing new. */
      isWaiting: boolean;
      /** ISO 8601 UTC. */
      now: string;
    };

export interface RotaState {
  count: number;
  /** The newest last. */
  claims: readonly RotaClaim[];
  /** Who was given one, the longest ago first. */
  turns: readonly string[];
}

/** Facts that a stream has at most: it is read in one go. */
export const LONGEST_ROTA = 500;
/** By then every view knows what was given, or what was given came to nothing. */
const FRESH_MS = 120_000;

/**
 * A team shares its conversations. What was given and no view shows yet counts as somebody's, so that each decides on what
 * all others decided before it.
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
    if (state.count === 0 || state.count >= LONGEST_ROTA) throw new Rejected('rota_full');
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

/** What the stream after this one begins with. */
export function carriedOver(
  { claims, turns }: RotaState,
  now: string,
): Pick<Extract<RotaCommand, { type: 'Begin' }>, 'claims' | 'turns'> {
  return { claims: claims.filter((one) => isFresh(one, now)), turns };
}

function isFresh({ at }: RotaClaim, now: string): boolean {
  return Date.parse(at) >= Date.parse(now) - FRESH_MS;
}

/** What was answered under a claim, if it was asked lately. */
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
  // Who waits already is asked about in their order; what comes new stands behind them.
  if (!isWaiting && (isQueued || unseen.some(({ userId }) => userId === null))) return null;
  const able = agents
    .filter(({ isAvailable }) => isAvailable || !sharing.onlyAvailable)
    // What is given to them would be taken from them at once, and again and again.
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
