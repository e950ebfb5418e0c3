import { isPassing, type Database } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import type { Due } from './due';

const EVERY_MS = 1_000;
/** Read at a time. */
const BATCH = 500;
/** A command whose effect has not reached the view by then is issued again. */
const AGAIN_AFTER_MS = 30_000;

/** What is done when it is due. It may be asked twice, and too late: the decider decides again. */
export interface DueCommand {
  name: string;
  issue(due: Due): Promise<void>;
}

interface DueRow extends Omit<Due, 'at' | 'customerId'> {
  at: Date;
  customer_id: string;
}

/** Looks every second for what has become due in the rows of views, and issues it. */
export class DueTicker {
  /** When what was issued may be issued again, by what it is. */
  private readonly issued = new Map<string, number>();
  private readonly commands: Map<string, DueCommand>;

  constructor(
    private readonly database: Database,
    /** Views that have a table `due`. */
    private readonly views: string[],
    commands: DueCommand[],
    private readonly hooks: { onError?(error: unknown, due: Due | null): void } = {},
  ) {
    this.commands = new Map(commands.map((command) => [command.name, command]));
  }

  /** Runs while the lease is held: one ticker suffices. */
  run(lease: Lease): Promise<void> {
    const round = async () => {
      for (const view of this.views) await this.look(view, lease);
      return EVERY_MS;
    };
    return lease.repeat(round, (error) => this.hooks.onError?.(error, null));
  }

  private async look(view: string, lease: Lease): Promise<void> {
    const now = performance.now();
    for (const [key, until] of this.issued) if (until <= now) this.issued.delete(key);
    for await (const due of this.dueIn(view)) {
      const key = `${due.command} ${due.stream} ${due.at}`;
      const command = this.commands.get(due.command);
      if (!command || this.issued.has(key)) continue;
      if (!lease.isOwned()) return;
      // Noted first: what fails is not tried again and again, and holds up nothing else.
      this.issued.set(key, now + AGAIN_AFTER_MS);
      await command.issue(due).catch((error: unknown) => {
        if (isPassing(error)) this.issued.delete(key);
        this.hooks.onError?.(error, due);
      });
    }
  }

  /** The oldest first. What moves up while it is read is read by the next look. */
  private async *dueIn(view: string): AsyncIterable<Due> {
    const { rows: found } = await this.database.query<{ is_there: boolean }>(
      'select to_regclass($1) is not null as is_there',
      [`"${view}".due`],
    );
    // Its projector has not made it yet.
    if (!found[0]?.is_there) return;
    for (let read = 0, more = true; more; read += BATCH) {
      const { rows } = await this.database.query<DueRow & { [column: string]: unknown }>(
        `select stream, command, at, customer_id from "${view}".due where at <= now()
          order by at, stream, command limit ${BATCH} offset $1`,
        [read],
      );
      for (const { stream, command, at, customer_id: customerId } of rows)
        yield { stream, command, at: at.toISOString(), customerId };
      more = rows.length === BATCH;
    }
  }
}
