import type { Database } from '@parley/platform/database/database';
import { Notifier } from '@parley/platform/database/notifier';
import { START } from './view-schema';
import { Views } from './views';

/** Notified after views have changed rows; says nothing more than "look". */
export const CHANGES_CHANNEL = 'parley_changes';
/** How soon a view that another process folds is looked at again while somebody waits for it. */
const POLL_MS = 25;

interface Waiter {
  view: string;
  position: string;
  done: (reached: boolean) => void;
}

/** How far views have come, told by the runners of this process or read from their checkpoints. */
export class PostgresViews extends Views {
  private readonly positions = new Map<string, string>();
  private readonly waiters = new Set<Waiter>();
  private readonly notifier: Notifier;
  private polling = false;

  constructor(private readonly database: Database) {
    super();
    this.notifier = new Notifier(database, CHANGES_CHANNEL);
  }

  /** A runner of this process has committed a batch. */
  advanced(view: string, position: string, { hasChanges }: { hasChanges: boolean }): void {
    this.moved(view, position);
    if (hasChanges) this.notifier.notify();
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
      if (!this.polling) void this.poll();
    });
  }

  async checkpoint(view: string): Promise<string> {
    const { rows } = await this.database.query<{ position: string }>(
      'select position from parley.view_checkpoint where view = $1',
      [view],
    );
    return rows[0]?.position ?? START;
  }

  /** One query for everybody who waits, over and over until nobody does. */
  private async poll(): Promise<void> {
    this.polling = true;
    while (this.waiters.size > 0) {
      try {
        const { rows } = await this.database.query<{ view: string; position: string }>(
          'select view, position from parley.view_checkpoint',
        );
        for (const { view, position } of rows) this.moved(view, position);
      } catch {
        // The database is away: whoever waits is answered when their time is up.
      }
      if (this.waiters.size > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    this.polling = false;
  }

  private moved(view: string, position: string): void {
    if (position > (this.positions.get(view) ?? '')) this.positions.set(view, position);
    for (const waiter of this.waiters) {
      if (waiter.view === view && waiter.position <= position) waiter.done(true);
    }
  }
}
