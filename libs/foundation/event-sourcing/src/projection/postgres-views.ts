import type { Database } from '@parley/platform/database/database';
import { pause } from '@parley/platform/database/retry';
import { Notifier } from '@parley/platform/database/notifier';
import { ChangeHandover, type Handed } from './change-handover';
import { START } from './view-schema';
import { Views } from './views';

/**
 * Channel of the notifications that views have changed rows. The payload contains only the id of the sending process.
 */
export const CHANGES_CHANNEL = 'parley_changes';
/** Interval in ms at which a view of another process is polled while a caller waits for it. */
const POLL_MS = 25;

interface Waiter {
  view: string;
  position: string;
  done: (reached: boolean) => void;
}

/** The positions of views, reported by the runners of this process or read from their checkpoints. */
export class PostgresViews extends Views {
  /** Changes of projectors in this process. */
  readonly changes = new ChangeHandover();
  private readonly positions = new Map<string, string>();
  private readonly waiters = new Set<Waiter>();
  /** For each view whose runner in this process is gathering events, a function that ends the gathering. */
  private readonly resting = new Map<string, () => void>();
  private readonly notifier: Notifier;
  private polling = false;

  constructor(private readonly database: Database) {
    super();
    this.notifier = new Notifier(database, CHANGES_CHANNEL);
  }

  /** Called when a runner of this process has folded everything up to a position. */
  advanced(view: string, position: string): void {
    this.moved(view, position);
  }

  /** Called when a runner has committed changes that directly follow those it handed over before. */
  changed(view: string, handed: Handed): void {
    this.changes.give(view, handed);
    this.notifier.notify();
  }

  /**
   * Whether a notification on `CHANGES_CHANNEL` comes from this process, which has already handed the changes over in
   * memory.
   */
  isOwnNotice(payload: string): boolean {
    return this.notifier.isOwn(payload);
  }

  async waitFor(view: string, position: string, timeoutMs = 2_000): Promise<boolean> {
    if ((this.positions.get(view) ?? '') >= position) return true;
    return new Promise((resolve) => {
      const waiter: Waiter = {
        view,
        position,
        done: (reached) => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.done(false), timeoutMs);
      this.waiters.add(waiter);
      this.resting.get(view)?.();
      if (!this.polling && this.isWaitedForElsewhere()) void this.poll();
    });
  }

  /** Waits for `ms`; ends earlier if a caller waits for the view or `signal` aborts. */
  async rest(view: string, ms: number, signal: AbortSignal): Promise<void> {
    if ([...this.waiters].some((waiter) => waiter.view === view)) return;
    const hurry = new AbortController();
    this.resting.set(view, () => hurry.abort());
    await pause(ms, AbortSignal.any([signal, hurry.signal]));
    this.resting.delete(view);
  }

  async checkpoint(view: string): Promise<string> {
    const { rows } = await this.database.query<{ position: string }>(
      'select position from parley.view_checkpoint where view = $1',
      [view],
    );
    return rows[0]?.position ?? START;
  }

  /** Polls the checkpoints of all views that callers wait for, with one query per round, until no caller waits. */
  private async poll(): Promise<void> {
    this.polling = true;
    while (this.isWaitedForElsewhere()) {
      try {
        const { rows } = await this.database.query<{ view: string; position: string }>(
          'select view, position from parley.view_checkpoint',
        );
        for (const { view, position } of rows) this.moved(view, position);
      } catch {
        // The database is unreachable: waiting callers time out.
      }
      if (this.isWaitedForElsewhere()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    this.polling = false;
  }

  /**
   * Whether a caller waits for a view of another process. A runner in this process reports its progress, so its view
   * is not polled.
   */
  private isWaitedForElsewhere(): boolean {
    return [...this.waiters].some(({ view }) => !this.changes.isFoldedHere(view));
  }

  private moved(view: string, position: string): void {
    if (position > (this.positions.get(view) ?? '')) this.positions.set(view, position);
    for (const waiter of this.waiters) {
      if (waiter.view === view && waiter.position <= position) waiter.done(true);
    }
  }
}
