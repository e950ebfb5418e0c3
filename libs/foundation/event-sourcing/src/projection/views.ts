import { Rejected } from '../decider/decider';

/** Who reacts to an event would rather come back later than act on old rows. */
const PATIENCE_MS = 10_000;

export interface Fresh {
  /** The view's checkpoint before the rows were read: the cursor from which pushes go on. */
  position: string;
  /** The view had not reached the position that was asked for. */
  stale: boolean;
}

/** How far views have come: what a query that names a position waits for. */
export abstract class Views {
  /**
   * Waits until a view has folded everything up to a position, at most `timeoutMs` (2,000 if left out).
   * @returns false when it had not by then: the answer is stale.
   */
  abstract waitFor(view: string, position: string, timeoutMs?: number): Promise<boolean>;

  /**
   * For whoever acts on what a view shows: waits like `waitFor`, and does not go on with old rows. A view that is
   * behind, or halted, will be mended: a reaction that this ends is tried again and not given up.
   * @throws Rejected busy
   */
  async catchUp(view: string, position: string, timeoutMs = PATIENCE_MS): Promise<void> {
    if (await this.waitFor(view, position, timeoutMs)) return;
    throw new Rejected('busy', `the view ${view} is behind ${position}`);
  }

  /** The checkpoint of a view: fixed-width, all zeros before its first event. */
  abstract checkpoint(view: string): Promise<string>;

  /** Reads from a view once it holds what `minPosition` names, and says from where on pushes bring what is newer. */
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
