import type { Listeners } from './listeners';

/** Time limit in ms for all words to arrive. */
const PATIENCE_MS = 30_000;

/** Records when each word (`w<number>w`) first arrives at each listener. */
export class Arrivals {
  private readonly times = new Map<string, Map<number, number>>();
  private readonly waiting = new Set<() => void>();

  /** @param next returns an unused word; needed only if several instances use the same listeners */
  constructor(
    private readonly listeners: Listeners,
    private readonly next: () => string = () => `w${this.times.size}w`,
  ) {
    listeners.onEvent = (listener, text) => this.hear(listener, text);
  }

  /** A word that was not used before. */
  newWord(): string {
    const word = this.next();
    this.times.set(word, new Map());
    return word;
  }

  /**
   * Waits until every listener has received all words.
   * @returns for each word, the times in ms of its arrivals
   */
  async of(words: string[]): Promise<number[][]> {
    const isComplete = () => words.every((word) => this.times.get(word)?.size === this.listeners.size);
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!isComplete()) return;
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(() => reject(new Error('Not everybody has heard everything.')), PATIENCE_MS);
      this.waiting.add(look);
      look();
    });
    return words.map((word) => [...(this.times.get(word)?.values() ?? [])]);
  }

  private hear(listener: number, text: string): void {
    const now = performance.now();
    for (const [word] of text.matchAll(/\bw\d+w\b/g)) {
      const times = this.times.get(word);
      if (!times || times.has(listener)) continue;
      times.set(listener, now);
      if (times.size === this.listeners.size) for (const look of this.waiting) look();
    }
  }
}
