/** Items that wait, by organisation. Each organisation has its turn, however many items of another wait. */
export class FairQueue<Item> {
  private readonly waiting = new Map<string, Item[]>();
  private count = 0;

  /** Number of all items that wait. */
  get size(): number {
    return this.count;
  }

  /** Number of items of one organisation that wait. */
  sizeOf(customerId: string): number {
    return this.waiting.get(customerId)?.length ?? 0;
  }

  add(customerId: string, item: Item): void {
    const mine = this.waiting.get(customerId);
    if (mine) mine.push(item);
    else this.waiting.set(customerId, [item]);
    this.count++;
  }

  /** Removes the oldest item of the organisation whose turn it is among those that `mayRun` admits. */
  next(mayRun: (customerId: string) => boolean): { customerId: string; item: Item } | undefined {
    for (const [customerId, mine] of this.waiting) {
      if (!mayRun(customerId)) continue;
      const item = mine.shift()!;
      // Behind all others: a map keeps the order of insertion.
      this.waiting.delete(customerId);
      if (mine.length > 0) this.waiting.set(customerId, mine);
      this.count--;
      return { customerId, item };
    }
    return undefined;
  }

  /** Removes and returns all items. */
  clear(): Item[] {
    const all = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.count = 0;
    return all;
  }
}
