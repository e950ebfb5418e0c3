import type { Change } from './view';

/** Maximum number of changes that wait for a slow tail; above it, the tail reads them from the table. */
const MAX_WAITING = 5_000;

/** All changes of a view between two positions, `until` included. */
export interface Handed {
  after: string;
  until: string;
  changes: Change[];
}

/**
 * Hands the changes of projectors in this process to its tails as they are committed, so that the tails need not read
 * the table.
 */
export class ChangeHandover {
  private readonly folded = new Map<string, number>();
  private readonly desks = new Map<string, Set<HandoverDesk>>();

  /**
   * Records that a projector of this process folds the view.
   * @returns a function that records its end
   */
  begin(view: string): () => void {
    this.folded.set(view, (this.folded.get(view) ?? 0) + 1);
    this.wake(view);
    return () => {
      this.folded.set(view, this.folded.get(view)! - 1);
      this.wake(view);
    };
  }

  isFoldedHere(view: string): boolean {
    return (this.folded.get(view) ?? 0) > 0;
  }

  give(view: string, handed: Handed): void {
    for (const desk of this.desks.get(view) ?? []) desk.put(handed);
  }

  /** Opens a queue (a desk) that receives a view's changes until it is closed. */
  open(view: string, wake: () => void): HandoverDesk {
    const desks = this.desks.get(view) ?? new Set();
    this.desks.set(view, desks);
    const desk = new HandoverDesk(wake, () => desks.delete(desk));
    desks.add(desk);
    return desk;
  }

  private wake(view: string): void {
    for (const desk of this.desks.get(view) ?? []) desk.wake();
  }
}

export class HandoverDesk {
  private waiting: Handed[] = [];
  private count = 0;

  constructor(
    readonly wake: () => void,
    readonly close: () => void,
  ) {}

  put(handed: Handed): void {
    this.count += handed.changes.length;
    if (this.count > MAX_WAITING) this.clear();
    else this.waiting.push(handed);
    this.wake();
  }

  /**
   * Takes all changes that were handed over after a position.
   * @returns null if some of them are missing, because they were not handed over in this process
   */
  take(position: string): { changes: Change[]; until: string } | null {
    const changes: Change[] = [];
    let until = position;
    for (const handed of this.waiting) {
      if (handed.until <= until) continue;
      if (handed.after > until) {
        // The missing changes are in the table, and so are all later ones.
        this.clear();
        return null;
      }
      const known = until;
      changes.push(...handed.changes.filter((change) => change.position > known));
      until = handed.until;
    }
    this.clear();
    return { changes, until };
  }

  private clear(): void {
    this.waiting = [];
    this.count = 0;
  }
}
