import type { VisitorEntry, VisitorPush } from '@parley/contracts/api/web-chat';

/**
 * The entries of a thread, each once and in order, whichever way and how often they came. A message of one's own may be
 * pushed before the answer to its post names it: while one is on its way, entries of the visitor that are not known yet
 * wait for it.
 */
export class Thread {
  /** The cursor from which the socket goes on; null: nothing was fetched yet. */
  position: string | null = null;
  hasMore = false;
  private readonly byId = new Map<string, VisitorEntry>();
  private held: VisitorEntry[] = [];
  private onTheirWay = 0;
  private sorted: VisitorEntry[] | null = null;

  get entries(): readonly VisitorEntry[] {
    this.sorted ??= [...this.byId.values()].sort(
      (a, b) => compare(a.time, b.time) || compare(a.position, b.position),
    );
    return this.sorted;
  }

  /** Somebody else's. */
  reset(): void {
    this.byId.clear();
    [this.held, this.sorted, this.position, this.hasMore] = [[], null, null, false];
  }

  /** The newest page, in place of all that was there. */
  replace(entries: readonly VisitorEntry[], position: string, hasMore: boolean): void {
    this.byId.clear();
    this.put(entries);
    this.hasMore = hasMore;
    this.reach(position);
  }

  /** A page before the oldest. */
  prepend(entries: readonly VisitorEntry[], hasMore: boolean): void {
    for (const entry of entries) if (!this.byId.has(entry.id)) this.byId.set(entry.id, entry);
    this.sorted = null;
    this.hasMore = hasMore;
  }

  /** @returns what others wrote in it that is new */
  take({ entries, gone, position }: VisitorPush): VisitorEntry[] {
    const news = entries.filter(({ id, by }) => by !== 'visitor' && !this.byId.has(id));
    this.put(entries);
    for (const id of gone) this.byId.delete(id);
    this.sorted = null;
    this.reach(position);
    return news;
  }

  /** A message goes out. */
  begin(): void {
    this.onTheirWay++;
  }

  /** It has gone out, and is this entry; or it has not (null). */
  end(entry: VisitorEntry | null): void {
    this.onTheirWay--;
    if (entry && !this.byId.has(entry.id)) {
      const last = this.entries.at(-1);
      // By the server's clock it is the newest, whatever the browser's says.
      const time = last && last.time > entry.time ? last.time : entry.time;
      const waited = this.held.find(({ id }) => id === entry.id);
      this.byId.set(entry.id, waited ?? { ...entry, time });
      this.sorted = null;
    }
    if (this.onTheirWay > 0) return;
    const { held } = this;
    this.held = [];
    this.put(held);
  }

  private put(entries: readonly VisitorEntry[]): void {
    for (const entry of entries) {
      const isUnknownOwn = entry.by === 'visitor' && !this.byId.has(entry.id);
      if (isUnknownOwn && this.onTheirWay > 0) this.held.push(entry);
      else this.byId.set(entry.id, entry);
    }
    this.sorted = null;
  }

  private reach(position: string): void {
    if (this.position === null || position > this.position) this.position = position;
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
