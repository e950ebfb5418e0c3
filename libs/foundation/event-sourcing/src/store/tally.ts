/**
 * The number of events in a set, and the exclusive or of their positions. If two tallies of a span are equal, they
 * almost certainly count the same events; if one tally lacks a single event, the exclusive or of both is that event's
 * position.
 */
export interface Tally {
  events: number;
  /** Exclusive or of the positions as numbers, each below 2^63. */
  positions: bigint;
}

export const EMPTY_TALLY: Tally = { events: 0, positions: 0n };

export function tallyOf(events: readonly { position: string }[]): Tally {
  let positions = 0n;
  for (const { position } of events) positions ^= BigInt(position);
  return { events: events.length, positions };
}

export function plus(a: Tally, b: Tally): Tally {
  return { events: a.events + b.events, positions: a.positions ^ b.positions };
}

export function minus(a: Tally, b: Tally): Tally {
  return { events: a.events - b.events, positions: a.positions ^ b.positions };
}

export function isEqual(a: Tally, b: Tally): boolean {
  return a.events === b.events && a.positions === b.positions;
}

/** Tallies of a part of the log by category, which is a stream's name up to its first hyphen: `conversation-`. */
export class CategoryTallies {
  private readonly tallies = new Map<string, Tally>();

  count(stream: string, position: string): void {
    this.add(stream.slice(0, stream.indexOf('-') + 1) || stream, { events: 1, positions: BigInt(position) });
  }

  add(category: string, tally: Tally): void {
    this.tallies.set(category, plus(this.tallies.get(category) ?? EMPTY_TALLY, tally));
  }

  /** Sum over the categories that begin with any of these prefixes. No prefix may be longer than a category. */
  ofPrefixes(prefixes: readonly string[]): Tally {
    let sum = EMPTY_TALLY;
    for (const [category, tally] of this.tallies) {
      if (prefixes.some((prefix) => category.startsWith(prefix))) sum = plus(sum, tally);
    }
    return sum;
  }
}
