/** Runs calls about the same subject one at a time within this process. Forgets a subject after its last call. */
export class Turns {
  private readonly lanes = new Map<string, Promise<unknown>>();

  /** Runs `work` once all earlier calls about the same subject have ended, also if they failed. */
  take<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.lanes.get(subject) ?? Promise.resolve()).then(work);
    const settled = mine.catch(() => undefined);
    this.lanes.set(subject, settled);
    void settled.then(() => {
      if (this.lanes.get(subject) === settled) this.lanes.delete(subject);
    });
    return mine;
  }
}
