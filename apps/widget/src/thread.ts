import type { VisitorEntry, VisitorPush } from '@parley/contracts/api/web-chat';

/**
 * The entries of a thread, each once and in order, in whatever order they arrive. A push may contain the visitor's
 * own message before the response to its request contains its id. So while a message is being sent, unknown entries
 * of the visitor are not shown yet.
 */
export class Thread {
  /** Log position from which the socket resumes; null: no entries were fetched yet. */
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

  /** Empties the thread for another visitor. */
  reset(): void {
    this.byId.clear();
    [this.held, this.sorted, this.position, this.hasMore] = [[], null, null, false];
  }

  /** Replaces all entries by the newest page. */
  replace(entries: readonly VisitorEntry[], position: string, hasMore: boolean): void {
    this.byId.clear();
    this.put(entries);
    this.hasMore = hasMore;
    this.reach(position);
  }

  /** Adds the page of entries before the oldest one. */
  prepend(entries: readonly VisitorEntry[], hasMore: boolean): void {
    for (const entry of entries) if (!this.byId.has(entry.id)) this.byId.set(entry.id, entry);
    this.sorted = null;
    this.hasMore = hasMore;
  }

  /**
   * Applies a push.
   * @returns the new entries in it that the visitor did not write
   */
  take({ entries, gone, position }: VisitorPush): VisitorEntry[] {
    const news = entries.filter(({ id, by }) => by !== 'visitor' && !this.byId.has(id));
    this.put(entries);
    for (const id of gone) this.byId.delete(id);
    this.sorted = null;
    this.reach(position);
    return news;
  }

  /** Call when sending a message begins. */
  begin(): void {
    this.onTheirWay++;
  }

  /**
   * Call when sending a message ends.
   * @param entry the sent message, or null if sending failed
   */
  end(entry: VisitorEntry | null): void {
    this.onTheirWay--;
    if (entry && !this.byId.has(entry.id)) {
      const last = this.entries.at(-1);
      // At least the time of the last entry, so that the message is last even if the browser's clock is slow.
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
