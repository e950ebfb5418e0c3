import { idOf, type Category, type RecordedEvent } from '@parley/contracts/events';
import type { Views } from '../projection/views';
import type { LogFeed } from '../store/log-feed';

/** Rows that are kept, the least used forgotten first. */
const MOST = 5_000;
/** How long a row is not kept where its view does not follow. */
const PATIENCE_MS = 60_000;

/** Whose row an event may change: that of its own stream, where it is of a category. */
export const ofCategory = (category: Category) => (event: RecordedEvent) =>
  event.stream.startsWith(`${category}-`) ? idOf(event.stream) : null;

/**
 * Rows of one kind that many ask for, as their view has them, until the log says that one changes: from then on it is
 * read again each time, and kept once the view has folded what was heard.
 */
export class Known<Row> {
  private readonly rows = new Map<string, Row>();
  /** Rows that are being read, since how much was heard. */
  private readonly reading = new Map<string, { heard: number; row: Promise<Row | null> }>();
  /** Ids whose rows the view has yet to change, and how often. */
  private readonly changing = new Map<string, number>();
  /** Counts what was heard: a row that was asked for before is not kept after it. */
  private heard = 0;
  private hasBegun = false;

  constructor(
    private readonly feed: LogFeed,
    private readonly views: Views,
    private readonly options: { view: string; keyOf: (event: RecordedEvent) => string | null },
  ) {
    feed.listen((events, position) => {
      const ids = new Set(events.flatMap((event) => options.keyOf(event) ?? []));
      if (ids.size > 0) void this.change(ids, position);
    });
  }

  /**
   * The row of an id, kept or read.
   * @param asOf a position of the log whose facts it has to hold, if any
   */
  async get(id: string, read: () => Promise<Row | null>, asOf = ''): Promise<Row | null> {
    const kept = this.rows.get(id);
    if (kept !== undefined && this.feed.position >= asOf) {
      this.rows.delete(id);
      this.rows.set(id, kept);
      return kept;
    }
    if (asOf) return this.read(id, read, asOf);
    const under = this.reading.get(id);
    // Who asks while it is being read shares the answer, unless something was heard since.
    if (under?.heard === this.heard) return under.row;
    const row = this.read(id, read, '').finally(() => {
      if (this.reading.get(id)?.row === row) this.reading.delete(id);
    });
    this.reading.set(id, { heard: this.heard, row });
    return row;
  }

  /** Whether a row that was kept still is: nothing was heard of it since. */
  holds(id: string, row: Row): boolean {
    return this.rows.get(id) === row;
  }

  /** It is read again the next time, whatever the log says. */
  forget(id: string): void {
    this.rows.delete(id);
  }

  private async read(id: string, read: () => Promise<Row | null>, asOf: string): Promise<Row | null> {
    const { heard } = this;
    if (asOf) await this.views.catchUp(this.options.view, asOf);
    const isFollowed = await this.isFollowed();
    const row = await read();
    if (isFollowed && row !== null && heard === this.heard && !this.changing.has(id)) this.keep(id, row);
    return row;
  }

  /** Whether the view holds what came before the first fact that was heard. */
  private async isFollowed(): Promise<boolean> {
    const { start } = this.feed;
    if (!this.hasBegun && start !== null)
      this.hasBegun = await this.views.waitFor(this.options.view, start, 1);
    return this.hasBegun;
  }

  private keep(id: string, row: Row): void {
    this.rows.set(id, row);
    const [oldest] = this.rows.keys();
    if (this.rows.size > MOST) this.rows.delete(oldest!);
  }

  private async change(ids: Set<string>, position: string): Promise<void> {
    this.heard++;
    for (const id of ids) {
      this.rows.delete(id);
      this.changing.set(id, (this.changing.get(id) ?? 0) + 1);
    }
    await this.views.waitFor(this.options.view, position, PATIENCE_MS).catch(() => false);
    this.heard++;
    for (const id of ids) {
      const left = this.changing.get(id)! - 1;
      if (left > 0) this.changing.set(id, left);
      else this.changing.delete(id);
    }
  }
}
