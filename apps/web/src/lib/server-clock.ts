/** The Date header counts whole seconds. */
const HEADER_MS = 1_000;

/**
 * How far the server's clock is ahead of this computer's, by the `Date` header of its answers: the server wrote it at
 * some moment between question and answer, so that each answer narrows down what the difference can be.
 */
export class ServerClock {
  private least = -Infinity;
  private most = Infinity;

  /**
   * @param date the header's value, in milliseconds
   * @param askedAt when the question went out and the answer came, by this computer's clock, in milliseconds
   * @returns whether the difference is another one now
   */
  hear(date: number, { askedAt, answeredAt }: { askedAt: number; answeredAt: number }): boolean {
    if (Number.isNaN(date)) return false;
    const before = this.aheadMs;
    const [least, most] = [date - answeredAt, date + HEADER_MS - askedAt];
    // Where the answers contradict each other, somebody has set a clock: the newest one holds.
    const isSet = least > this.most || most < this.least;
    this.least = isSet ? least : Math.max(least, this.least);
    this.most = isSet ? most : Math.min(most, this.most);
    return this.aheadMs !== before;
  }

  /** 0 as long as the two clocks may agree. */
  get aheadMs(): number {
    if (this.least <= 0 && this.most >= 0) return 0;
    return Math.round((this.least + this.most) / 2);
  }
}
