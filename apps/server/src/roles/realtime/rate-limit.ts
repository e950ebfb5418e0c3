/** What a person's clicks and typing need, with room to spare. */
const BURST = 40;
const PER_SECOND = 10;
/** Refusals in a row after which it is no person. */
const PATIENCE = 200;

/** A token bucket for what one socket emits. */
export class RateLimit {
  private tokens = BURST;
  private refused = 0;
  private last: number;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.last = now();
  }

  /** Whether one more is let through. */
  allows(): boolean {
    const now = this.now();
    this.tokens = Math.min(BURST, this.tokens + ((now - this.last) / 1000) * PER_SECOND);
    this.last = now;
    if (this.tokens < 1) {
      this.refused++;
      return false;
    }
    this.tokens--;
    this.refused = 0;
    return true;
  }

  /** It goes on although it is refused. */
  get isFlooded(): boolean {
    return this.refused > PATIENCE;
  }
}
