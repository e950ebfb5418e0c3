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
