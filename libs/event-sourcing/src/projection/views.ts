/** How far views have come: what a query that names a position waits for. */
export abstract class Views {
  /**
   * Waits until a view has folded everything up to a position, at most `timeoutMs`.
   * @returns false when it had not by then: the answer is stale.
   */
  abstract waitFor(view: string, position: string, timeoutMs?: number): Promise<boolean>;

  /** The checkpoint of a view: fixed-width, all zeros before its first event. */
  abstract checkpoint(view: string): Promise<string>;
}
