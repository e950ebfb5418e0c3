const KEPT = 200;

/** The latest pushes, for answers that were under way while they came: such an answer is older than the cache. */
export class PushLog<Push extends { position: string }> {
  private pushes: Push[] = [];
  /** Position of the newest push that is not kept any more. */
  private forgotten = '';

  add(push: Push): void {
    const oldest = this.pushes.length === KEPT ? this.pushes[0] : undefined;
    if (oldest && oldest.position > this.forgotten) this.forgotten = oldest.position;
    this.pushes = [...this.pushes, push].slice(-KEPT);
  }

  /** @returns null where too many came since: an answer so old has to be asked for again */
  since(position: string): Push[] | null {
    return position < this.forgotten ? null : this.latest(position);
  }

  /** The pushes since a position that are still kept. */
  latest(position: string): Push[] {
    return this.pushes.filter((push) => push.position > position);
  }
}
