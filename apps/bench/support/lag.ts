import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from './installation';

/** Interval in ms at which checkpoints are read, which is also the maximum error of a measured lag. */
const LOOK_EVERY_MS = 5;
/** Time limit in ms for the views to catch up. */
const PATIENCE_MS = 60_000;
const VIEWS = ['inbox', 'transcript'];

/** Measures the time in ms from an event's append until every view of conversations has folded the event. */
export class LagWatch {
  readonly lags: number[] = [];
  private waiting: { position: string; since: number }[] = [];
  private readonly stop = new AbortController();
  private readonly watching: Promise<void>;
  private reached = '';

  constructor(private readonly installation: Installation) {
    this.watching = this.watch();
  }

  appended(position: string): void {
    this.waiting.push({ position, since: performance.now() });
  }

  /** Waits until the views have folded every event so far. */
  async caughtUp(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (this.waiting.length > 0) {
      if (performance.now() > deadline) throw new Error(`The views stand at ${this.reached}.`);
      await pause(LOOK_EVERY_MS);
    }
  }

  async end(): Promise<void> {
    this.stop.abort();
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { database } = this.installation.engines;
    while (!this.stop.signal.aborted) {
      const { rows } = await database.query<{ reached: string }>(
        'select min(position) as reached from parley.view_checkpoint where view = any($1)',
        [VIEWS],
      );
      this.reached = rows[0]?.reached ?? '';
      const now = performance.now();
      const isIn = ({ position }: { position: string }) => position <= this.reached;
      for (const { since } of this.waiting.filter(isIn)) this.lags.push(now - since);
      this.waiting = this.waiting.filter((event) => !isIn(event));
      await pause(LOOK_EVERY_MS);
    }
  }
}
