/** Waiting items by organisation. Organisations take turns, however many items each has. */
export class FairQueue<Item> {
  private readonly waiting = new Map<string, Item[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Number of waiting items of one organisation. */
  sizeOf(customerId: string): number {
    return this.waiting.get(customerId)?.length ?? 0;
  }

  add(customerId: string, item: Item): void {
    const mine = this.waiting.get(customerId);
    if (mine) mine.push(item);
    else this.waiting.set(customerId, [item]);
    this.count++;
  }

  /**
   * Removes the oldest item of the next organisation for which `mayRun` returns true.
   * @returns undefined if there is none
   */
  next(mayRun: (customerId: string) => boolean): { customerId: string; item: Item } | undefined {
    for (const [customerId, mine] of this.waiting) {
      if (!mayRun(customerId)) continue;
      const item = mine.shift()!;
      // Moves the organisation behind all others, since a map keeps the order of insertion.
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
