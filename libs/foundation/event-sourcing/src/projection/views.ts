import { Rejected } from '../decider/decider';

/** Time limit in ms for `catchUp`: a reaction is retried later rather than act on old rows. */
const PATIENCE_MS = 10_000;

export interface Fresh {
  /** The view's checkpoint before the rows were read: pushes continue after this cursor. */
  position: string;
  /** Whether the view had not reached the requested position. */
  stale: boolean;
}

/** The positions of views, for queries that wait for a position. */
export abstract class Views {
  /**
   * Waits until a view has folded everything up to a position, at most `timeoutMs` (2,000 by default).
   * @returns false if the view did not reach the position in time, so that its rows are stale
   */
  abstract waitFor(view: string, position: string, timeoutMs?: number): Promise<boolean>;

  /**
   * Waits like `waitFor`, for code that must not act on old rows. The error is `busy`, since a view that is behind or
   * halted will recover; a reaction that fails with `busy` is retried and never becomes a dead letter.
   * @throws Rejected `busy` if the view does not reach the position in time
   */
  async catchUp(view: string, position: string, timeoutMs = PATIENCE_MS): Promise<void> {
    if (await this.waitFor(view, position, timeoutMs)) return;
    throw new Rejected('busy', `the view ${view} is behind ${position}`);
  }

  /** The checkpoint of a view: fixed-width, all zeros before the view's first event. */
  abstract checkpoint(view: string): Promise<string>;

  /**
   * Waits until a view includes `minPosition`, then reads from it. The result contains the position after which
   * pushes bring newer rows.
   */
  async read<T extends object>(
    view: string,
    minPosition: string | undefined,
    query: () => Promise<T>,
  ): Promise<T & Fresh> {
    const stale = minPosition !== undefined && !(await this.waitFor(view, minPosition));
    const position = await this.checkpoint(view);
    return { ...(await query()), position, stale };
  }
}
