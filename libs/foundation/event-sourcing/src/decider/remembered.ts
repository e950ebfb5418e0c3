import type { Category, Fact, RecordedEvent } from '@parley/contracts/events';
import type { LogFeed } from '../store/log-feed';
import type { Loaded } from './command';
import type { Decider } from './decider';

/** Aggregates of one category that are kept, the least used forgotten first. */
const MOST = 5_000;
/** Events of a stream that is worth keeping: the state of a longer one may be large. */
const LONGEST = 1_000;
/** How long a state is kept by a process that does not follow the log: personal data in it may be erased meanwhile. */
const KEPT_MS = 60_000;
/** A process that stood still for so long may have missed what others appended. */
const FROZEN_MS = 5_000;
const BEAT_MS = 1_000;

interface Entry {
  /** By whose rules it was folded. */
  decider: object;
  evolve: (state: unknown, fact: Fact) => unknown;
  customerId: string;
  loaded: Loaded<unknown>;
  at: number;
}

/**
 * Aggregates as this process last saw them, so that a command need not read their streams: the expected version of its
 * append says whether they still are so. A process that follows the log folds what others append into them.
 */
export class Remembered {
  private readonly entries = new Map<string, Map<string, Entry>>();
  /** How far the log is folded into what is kept; null: nobody follows it. */
  private heard: string | null = null;
  private beat = 0;
  /** Milliseconds that only rise. */
  now = () => performance.now();

  /** From now on what is kept follows the log, as far as its feed brings the streams. */
  follow(feed: LogFeed): void {
    this.heard = '';
    this.beat = this.now();
    setInterval(() => this.live(), BEAT_MS).unref();
    feed.listen((events, position) => this.hear(events, position));
  }

  /** Whether what is kept holds everything of the log up to a position. */
  isAsOf(position: string): boolean {
    this.live();
    return this.heard !== null && this.heard >= position;
  }

  find<State>(
    decider: object,
    category: Category,
    { stream, customerId }: { stream: string; customerId: string },
  ): Loaded<State> | null {
    this.live();
    const kept = this.entries.get(category);
    const entry = kept?.get(stream);
    if (!kept || entry?.decider !== decider || entry.customerId !== customerId) return null;
    kept.delete(stream);
    if (this.heard === null && this.now() - entry.at > KEPT_MS) return null;
    kept.set(stream, entry);
    return entry.loaded as Loaded<State>;
  }

  keep<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    category: Category,
    { stream, customerId }: { stream: string; customerId: string },
    { state, version, position, actor }: Loaded<State>,
  ): void {
    const kept = this.entries.get(category) ?? new Map<string, Entry>();
    this.entries.set(category, kept);
    const before = kept.get(stream);
    // Of several that ran at once, one may come late with what was before.
    if (before && before.decider === decider && (before.loaded.version ?? -1) > (version ?? -1)) return;
    kept.delete(stream);
    // A stream that is not there yet is no use to keep: whoever begins it appends to no stream.
    if (version === null || version > LONGEST) return;
    const evolve = (known: unknown, fact: Fact) => decider.evolve(known as State, fact as Event);
    const loaded = { state, version, position, actor };
    kept.set(stream, { decider, evolve, customerId, loaded, at: this.now() });
    const [oldest] = kept.keys();
    if (kept.size > MOST) kept.delete(oldest!);
  }

  forget(category: Category, stream: string): void {
    this.entries.get(category)?.delete(stream);
  }

  private hear(events: RecordedEvent[], position: string): void {
    for (const event of events) this.fold(event);
    if (this.heard !== null && position > this.heard) this.heard = position;
  }

  private fold(event: RecordedEvent): void {
    const { stream, version, position, actor, type, data } = event;
    // Of whom something is kept, in whichever stream, only the log can say.
    if (type === 'ContactErased') this.entries.clear();
    const kept = this.entries.get(stream.slice(0, stream.indexOf('-')));
    const entry = kept?.get(stream);
    const known = entry?.loaded.version ?? -1;
    if (!kept || !entry || version <= known) return;
    if (version > known + 1 || event.fault) return void kept.delete(stream);
    try {
      const state: unknown = entry.evolve(entry.loaded.state, { type, data });
      entry.loaded = { state, version, position, actor };
    } catch {
      // Whoever asks for it next meets the error.
      kept.delete(stream);
    }
  }

  /** Forgets everything where the process stood still. */
  private live(): void {
    if (this.heard === null) return;
    const now = this.now();
    if (now - this.beat > FROZEN_MS) this.entries.clear();
    this.beat = now;
  }
}
