import { setMaxListeners } from 'node:events';

/** Loops that a role runs in the background until the process stops. */
export class BackgroundWork {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private fail!: (error: unknown) => void;
  /** Rejects when a loop fails with an error that a retry cannot fix; the process should then exit. */
  readonly failure = new Promise<never>((_, reject) => (this.fail = reject));

  constructor() {
    // All loops share this signal, so Node's warning about too many listeners would be a false alarm.
    setMaxListeners(0, this.stopping.signal);
    // Prevents an unhandled rejection while no caller awaits `failure` yet.
    this.failure.catch(() => undefined);
  }

  /** Starts a loop that ends when its signal aborts. */
  run(loop: (signal: AbortSignal) => Promise<void>): void {
    const running = loop(this.stopping.signal)
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.running.delete(running));
    this.running.add(running);
  }

  /** Aborts all loops and waits until they have ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }
}
