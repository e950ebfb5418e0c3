import type { Change } from './view';

/** Changes that wait for a tail which does not keep up; beyond it, it reads them from the table. */
const MOST_WAITING = 5_000;

/** Everything that a view changed after one position, up to another. */
export interface Handed {
  after: string;
  until: string;
  changes: Change[];
}

/** What projectors of this process changed, handed to its tails as it is committed: nobody reads the table for it. */
export class ChangeHandover {
  private readonly folded = new Map<string, number>();
  private readonly desks = new Map<string, Set<HandoverDesk>>();

  /** A projector of this process folds the view from now on. @returns that it does no more */
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

  /** Where changes of a view are put from now on, until it is closed. */
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
    if (this.count > MOST_WAITING) this.clear();
    else this.waiting.push(handed);
    this.wake();
  }

  /** @returns all that was handed over after a position, or null where something between is missing */
  take(position: string): { changes: Change[]; until: string } | null {
    const changes: Change[] = [];
    let until = position;
    for (const handed of this.waiting) {
      if (handed.until <= until) continue;
      if (handed.after > until) {
        // What comes before it is in the table, and so is all the rest.
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
