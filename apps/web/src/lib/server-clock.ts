/** Resolution of the Date header in ms. */
const HEADER_MS = 1_000;

/**
 * Estimates from the `Date` headers of responses how far the server's clock is ahead of this computer's. The server
 * sets the header at some time between request and response, so each response narrows the possible difference.
 */
export class ServerClock {
  private least = -Infinity;
  private most = Infinity;

  /**
   * Takes a response into account.
   * @param date the header's value, epoch ms
   * @param askedAt times of the request and the response by this computer's clock, epoch ms
   * @returns whether the estimate changed
   */
  hear(date: number, { askedAt, answeredAt }: { askedAt: number; answeredAt: number }): boolean {
    if (Number.isNaN(date)) return false;
    const before = this.aheadMs;
    const [least, most] = [date - answeredAt, date + HEADER_MS - askedAt];
    // If responses contradict each other, one of the clocks was set, so only the newest response counts.
    const isSet = least > this.most || most < this.least;
    this.least = isSet ? least : Math.max(least, this.least);
    this.most = isSet ? most : Math.min(most, this.most);
    return this.aheadMs !== before;
  }

  /** The estimated difference in ms; 0 as long as the clocks may show the same time. */
  get aheadMs(): number {
    if (this.least <= 0 && this.most >= 0) return 0;
    return Math.round((this.least + this.most) / 2);
  }
}
