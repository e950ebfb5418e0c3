/**
 * Lets one loop sleep until there may be work. If `wake` is called while the loop is not asleep, the next sleep ends
 * immediately.
 */
export class Wake {
  private pending = false;
  private wakeUp: (() => void) | undefined;

  wake(): void {
    this.pending = true;
    this.wakeUp?.();
  }

  /** Resolves at the next wake, after `ms`, or when `signal` aborts. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.pending && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          this.wakeUp = undefined;
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
        this.wakeUp = done;
      });
    }
    this.pending = false;
  }
}
