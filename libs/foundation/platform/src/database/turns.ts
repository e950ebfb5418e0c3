/** Does one work after the other for each subject, within this process. A subject is forgotten with its last work. */
export class Turns {
  private readonly lanes = new Map<string, Promise<unknown>>();

  /** Runs `work` once all that was asked for the same subject before has ended, well or not. */
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
