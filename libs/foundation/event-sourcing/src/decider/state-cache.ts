import type { Category, Fact, RecordedEvent } from '@parley/contracts/events';
import { LruMap } from '@parley/platform/cache/lru-map';
import type { LogFeed } from '../store/log-feed';
import type { Loaded } from './command';
import type { Decider } from './decider';

/** Maximum number of cached aggregates per category. */
const MAX_ENTRIES = 5_000;
/** Highest version of a stream whose state is cached: the state of a longer stream may be large. */
const MAX_VERSION = 1_000;
/**
 * Maximum age in ms of a cached state if the process does not follow the log. The state may contain personal data
 * that another process has erased since.
 */
const MAX_AGE_MS = 60_000;
/** A process that was frozen for this many ms may have missed appends of other processes, so it drops its states. */
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
 * Cached states of aggregates, so that a command need not read its stream. A stale state does no harm: the append
 * fails because its expected version is outdated. A process that follows the log folds the appends of other processes
 * into the cached states.
 */
export class StateCache {
  private readonly categories = new Map<string, LruMap<string, Entry>>();
  /** Position up to which the log is folded into the states; null if the process does not follow the log. */
  private position: string | null = null;
  private beat = 0;
  /** Monotonic time in ms. */
  now = () => performance.now();

  /** From now on, folds the events that `feed` delivers into the states. */
  follow(feed: LogFeed): void {
    this.position = '';
    this.beat = this.now();
    setInterval(() => this.clearIfFrozen(), BEAT_MS).unref();
    feed.listen((events, position) => this.foldAll(events, position));
  }

  /** Whether the states include everything in the log up to a position. */
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
    // A load that ran at the same time as an append may finish after it, with an older state.
    if (before && before.decider === decider && (before.loaded.version ?? -1) > (version ?? -1)) return;
    states.delete(stream);
    // A command that creates a stream appends without a cached state, so the state of an empty stream would never be
    // used.
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
      // The next command loads the stream and gets the error.
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
