import { setMaxListeners } from 'node:events';

/** What a role does without being asked: loops that run until the process stops. */
export class BackgroundWork {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private fail!: (error: unknown) => void;
  /** Rejects once something fails that no retry mends: this process is of no use then. */
  readonly failure = new Promise<never>((_, reject) => (this.fail = reject));

  constructor() {
    // One signal for all of them: many listeners are no leak.
    setMaxListeners(0, this.stopping.signal);
    // Heard by whoever awaits it, and no unhandled rejection where nobody does yet.
    this.failure.catch(() => undefined);
  }

  /** Starts a loop that ends when its signal aborts. */
  run(loop: (signal: AbortSignal) => Promise<void>): void {
    const running = loop(this.stopping.signal)
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.running.delete(running));
    this.running.add(running);
  }

  /** Asks every loop to end and waits until it has. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }
}
