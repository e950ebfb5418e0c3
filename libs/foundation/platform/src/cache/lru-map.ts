/** A map of at most `max` entries that drops the least recently used one. `get` and `set` count as a use. */
export class LruMap<Key, Value> {
  private readonly entries = new Map<Key, Value>();

  constructor(private readonly max: number) {}

  get(key: Key): Value | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  /** The value; does not count as a use. */
  peek(key: Key): Value | undefined {
    return this.entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.max) this.entries.delete(oldest!);
  }

  delete(key: Key): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  /** Least recently used first. Entries may be deleted during the iteration. */
  [Symbol.iterator](): IterableIterator<[Key, Value]> {
    return this.entries.entries();
  }
}
