import type { Category, Fact, RecordedEvent } from '@parley/contracts/events';
import { LruMap } from '../cache/lru-map';
import type { LogFeed } from '../store/log-feed';
import type { Loaded } from './command';
import type { Decider } from './decider';

/** Cached aggregates of each category. */
const MAX_ENTRIES = 5_000;
/** Highest version of a stream whose state is cached: that of a longer one may be large. */
const MAX_VERSION = 1_000;
/** Maximum age in ms of a state in a process that does not follow the log, because its personal data may be erased. */
const MAX_AGE_MS = 60_000;
/** A process that stood still for this many ms may have missed appends of others. */
const FROZEN_MS = 5_000;
const BEAT_MS = 1_000;

interface Entry {
  /** The decider whose rules folded the state. */
  decider: object;
  evolve: (state: unknown, fact: Fact) => unknown;
  customerId: string;
  loaded: Loaded<unknown>;
  at: number;
}

/**
 * States of aggregates, so that a command need not read their streams. A stale state does no harm: the expected version of
 * the append shows that it is stale. A process that follows the log folds the appends of others into the states.
 */
export class StateCache {
  private readonly categories = new Map<string, LruMap<string, Entry>>();
  /** Position up to which the log is folded into the states; null if the process does not follow the log. */
  private position: string | null = null;
  private beat = 0;
  /** Milliseconds that only rise. */
  now = () => performance.now();

  /** Folds the streams that `feed` reads into the states from now on. */
  follow(feed: LogFeed): void {
    this.position = '';
    this.beat = this.now();
    setInterval(() => this.clearIfFrozen(), BEAT_MS).unref();
    feed.listen((events, position) => this.foldAll(events, position));
  }

  /** Whether the states hold everything of the log up to a position. */
  isAsOf(position: string): boolean {
    this.clearIfFrozen();
    return this.position !== null && this.position >= position;
  }

  get<State>(
    decider: object,
    category: Category,
    { stream, customerId }: { stream: string; customerId: string },
  ): Loaded<State> | null {
    this.clearIfFrozen();
    const states = this.categories.get(category);
    const entry = states?.get(stream);
    if (entry?.decider !== decider || entry.customerId !== customerId) return null;
    if (this.position === null && this.now() - entry.at > MAX_AGE_MS) {
      states?.delete(stream);
      return null;
    }
    return entry.loaded as Loaded<State>;
  }

  set<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    category: Category,
    { stream, customerId }: { stream: string; customerId: string },
    { state, version, position, actor }: Loaded<State>,
  ): void {
    const states = this.categories.get(category) ?? new LruMap<string, Entry>(MAX_ENTRIES);
    this.categories.set(category, states);
    const before = states.get(stream);
    // A load that ran beside an append may end after it with the earlier state.
    if (before && before.decider === decider && (before.loaded.version ?? -1) > (version ?? -1)) return;
    states.delete(stream);
    // The command that begins a stream appends to no stream, so its empty state is never used again.
    if (version === null || version > MAX_VERSION) return;
    const evolve = (folded: unknown, fact: Fact) => decider.evolve(folded as State, fact as Event);
    const loaded = { state, version, position, actor };
    states.set(stream, { decider, evolve, customerId, loaded, at: this.now() });
  }

  evict(category: Category, stream: string): void {
    this.categories.get(category)?.delete(stream);
  }

  private foldAll(events: RecordedEvent[], position: string): void {
    for (const event of events) this.fold(event);
    if (this.position !== null && position > this.position) this.position = position;
  }

  private fold(event: RecordedEvent): void {
    const { stream, version, position, actor, type, data } = event;
    // States of any stream may hold personal data of the erased contact.
    if (type === 'ContactErased') this.categories.clear();
    const states = this.categories.get(stream.slice(0, stream.indexOf('-')));
    const entry = states?.peek(stream);
    const folded = entry?.loaded.version ?? -1;
    if (!states || !entry || version <= folded) return;
    if (version > folded + 1 || event.fault) return void states.delete(stream);
    try {
      const state: unknown = entry.evolve(entry.loaded.state, { type, data });
      entry.loaded = { state, version, position, actor };
    } catch {
      // The next command loads the stream and meets the error.
      states.delete(stream);
    }
  }

  private clearIfFrozen(): void {
    if (this.position === null) return;
    const now = this.now();
    if (now - this.beat > FROZEN_MS) this.categories.clear();
    this.beat = now;
  }
}
