import { idOf, type Category, type RecordedEvent } from '@parley/contracts/events';
import { LruMap } from '@parley/platform/cache/lru-map';
import type { Views } from '../projection/views';
import type { LogFeed } from '../store/log-feed';

const MAX_ENTRIES = 10_000;
/** Maximum age of an entry in ms: repairs and rebuilds of a view, and replaced secrets, append no event. */
const MAX_AGE_MS = 10_000;
/** Time in ms for which a cache waits for its views to fold a change. After that, the next load tries again. */
const FOLD_TIMEOUT_MS = 60_000;

interface Entry<Value> {
  value: Promise<Value>;
  /** Ids on which the value depends; null while it is loading. */
  ids: string[] | null;
  /** Time at which the entry expires, as of `performance.now()`. */
  until: number;
}

/**
 * A `changedBy` for values that depend on one stream of a category; the stream's id is the id on which they depend.
 */
export const idIn = (category: Category) => (event: RecordedEvent) =>
  event.stream.startsWith(`${category}-`) ? idOf(event.stream) : undefined;

export interface LogCacheOptions<Value> {
  /** Views from which the values are loaded. */
  views: string[];
  /** Ids that an event changes; undefined for an event that changes none. */
  changedBy: (event: RecordedEvent) => string[] | string | undefined;
  /** Ids on which a value depends; its key if left out. */
  dependsOn?: (value: Value, key: string) => string[];
}

/**
 * A cache of values that are read from views. The log invalidates it: an event drops every value that depends on an
 * id which the event changes, and every load in progress. Until the views have folded the event, these values are
 * loaded for each request. The cache serves nothing while the feed is not current, and never keeps `undefined`.
 */
export class LogCache<Value> {
  private readonly entries = new LruMap<string, Entry<Value>>(MAX_ENTRIES);
  /**
   * Ids with a change that the views have not folded yet, each with the position of the change; lowest position
   * first.
   */
  private readonly unfolded = new Map<string, string>();
  /** Whether the views have folded everything before the first event that the feed delivers. */
  private hasBegun = false;
  private isWaiting = false;
  /** Monotonic time in ms. */
  now = () => performance.now();

  constructor(
    private readonly feed: LogFeed,
    private readonly views: Views,
    private readonly options: LogCacheOptions<Value>,
  ) {
    feed.listen((events, position) => {
      const ids = new Set(events.flatMap((event) => options.changedBy(event) ?? []));
      if (ids.size > 0) this.invalidate(ids, position);
    });
  }

  /**
   * Returns the value of a key, cached or loaded. Concurrent requests share one load.
   * @param asOf a log position up to which the value has to include all events; '' if an older value will do
   * @throws Rejected `busy` if a view does not reach `asOf` in time
   */
  async get(key: string, load: () => Promise<Value>, asOf = ''): Promise<Value> {
    const cached = this.peek(key, asOf);
    if (cached) return cached;
    if (asOf) await Promise.all(this.options.views.map((view) => this.views.catchUp(view, asOf)));
    return this.reload(key, load);
  }

  /** The value of a key if it is cached or loading; undefined otherwise. */
  peek(key: string, asOf = ''): Promise<Value> | undefined {
    if (!this.feed.isCurrent || this.feed.position < asOf) return undefined;
    const entry = this.entries.get(key);
    if (!entry || entry.until <= this.now()) return undefined;
    // A load may have begun before the views held `asOf`.
    return asOf && !entry.ids ? undefined : entry.value;
  }

  /** Loads the value of a key, whether it is cached or not, and caches it. */
  async reload(key: string, load: () => Promise<Value>): Promise<Value> {
    if (!this.feed.isCurrent || !(this.hasBegun || (await this.begin()))) return load();
    if (this.unfolded.size > 0) void this.awaitFolds();
    const entry: Entry<Value> = { value: load(), ids: null, until: this.now() + MAX_AGE_MS };
    this.entries.set(key, entry);
    const { dependsOn = () => [key] } = this.options;
    const settle = (ids: string[] | null) => {
      if (this.entries.peek(key) !== entry) return;
      if (ids === null || ids.some((id) => this.unfolded.has(id))) this.entries.delete(key);
      else entry.ids = ids;
    };
    entry.value.then(
      (value) => settle(value === undefined ? null : dependsOn(value, key)),
      () => settle(null),
    );
    return entry.value;
  }

  /** Drops the values that depend on one of these ids, and all loads in progress. */
  evict(ids: readonly string[]): void {
    this.drop(new Set(ids));
  }

  private async begin(): Promise<boolean> {
    const { start } = this.feed;
    this.hasBegun = start !== null && (await this.areFolded(start, 1));
    return this.hasBegun;
  }

  private invalidate(ids: ReadonlySet<string>, position: string): void {
    this.drop(ids);
    for (const id of ids) {
      this.unfolded.delete(id);
      this.unfolded.set(id, position);
    }
    void this.awaitFolds();
  }

  /** An event drops every load in progress, because the ids on which a load depends are known only when it ends. */
  private drop(changed: ReadonlySet<string>): void {
    for (const [key, { ids }] of this.entries) {
      if (ids === null || ids.some((id) => changed.has(id))) this.entries.delete(key);
    }
  }

  private async awaitFolds(): Promise<void> {
    if (this.isWaiting) return;
    this.isWaiting = true;
    for (;;) {
      const [position] = this.unfolded.values();
      if (position === undefined || !(await this.areFolded(position, FOLD_TIMEOUT_MS))) break;
      const folded = [...this.unfolded].filter(([, at]) => at <= position).map(([id]) => id);
      for (const id of folded) this.unfolded.delete(id);
      // These loads may have read the views before the fold.
      this.drop(new Set(folded));
    }
    this.isWaiting = false;
  }

  private async areFolded(position: string, timeoutMs: number): Promise<boolean> {
    const waits = this.options.views.map((view) => this.views.waitFor(view, position, timeoutMs));
    return (await Promise.all(waits)).every(Boolean);
  }
}
