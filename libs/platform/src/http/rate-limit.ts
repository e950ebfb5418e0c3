import { CodedError } from '@parley/contracts/api/coded-error';

const WINDOW_MS = 60_000;
const REMEMBERED_AT_MOST = 10_000;

/** How often whoever it is may ask for something that needs no sign-in, in this process. */
export class RateLimit {
  private window = 0;
  private readonly asked = new Map<string, number>();

  /** @param perMinute for each of those who ask */
  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws CodedError `too_many_requests` */
  take(who: string): void {
    const window = Math.floor(this.now() / WINDOW_MS);
    if (window !== this.window || this.asked.size >= REMEMBERED_AT_MOST) this.asked.clear();
    this.window = window;
    const asked = (this.asked.get(who) ?? 0) + 1;
    this.asked.set(who, asked);
    if (asked > this.perMinute) throw new CodedError('too_many_requests');
  }
}
