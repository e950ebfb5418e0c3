const KEPT = 200;

/** Keeps the latest pushes of the server, to apply them to a response that was requested before they arrived. */
export class PushLog<Push extends { position: string }> {
  private pushes: Push[] = [];
  /** Position of the newest push that the log has dropped. */
  private forgotten = '';

  add(push: Push): void {
    const oldest = this.pushes.length === KEPT ? this.pushes[0] : undefined;
    if (oldest && oldest.position > this.forgotten) this.forgotten = oldest.position;
    this.pushes = [...this.pushes, push].slice(-KEPT);
  }

  /**
   * @returns the pushes after a position; null: some of them were dropped, so the response must be requested again
   */
  since(position: string): Push[] | null {
    return position < this.forgotten ? null : this.latest(position);
  }

  /** The pushes after a position that the log still has, possibly not all. */
  latest(position: string): Push[] {
    return this.pushes.filter((push) => push.position > position);
  }
}
