import { isPassing, type Database } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import type { Due } from './due';

const EVERY_MS = 1_000;
/** Number of rows that are read at a time. */
const BATCH = 500;
/** Time in ms after which a command is issued again if its effect has not reached the view. */
const AGAIN_AFTER_MS = 30_000;

/**
 * A scheduled command. The scheduler may issue it twice or late: the decider then checks whether it still applies.
 */
export interface DueCommand {
  name: string;
  issue(due: Due): Promise<void>;
}

interface DueRow extends Omit<Due, 'at' | 'customerId'> {
  view: string;
  at: Date;
  customer_id: string;
}

/** The scheduler: reads due rows of views every second, in one statement, and issues their commands. */
export class DueTicker {
  /** The time from which an issued command may be issued again, by command, stream and due time. */
  private readonly issued = new Map<string, number>();
  private readonly commands: Map<string, DueCommand>;
  /** Views whose table `due` is known to exist; such a table is never removed, even by a rebuild. */
  private there: string[] = [];

  constructor(
    private readonly database: Database,
    private readonly views: string[],
    commands: DueCommand[],
    private readonly hooks: { onError?(error: unknown, due: Due | null): void } = {},
  ) {
    this.commands = new Map(commands.map((command) => [command.name, command]));
  }

  /** Runs while this process holds the lease: an installation needs only one scheduler. */
  run(lease: Lease): Promise<void> {
    const round = async () => {
      await this.look(lease);
      return EVERY_MS;
    };
    return lease.repeat(round, (error) => this.hooks.onError?.(error, null));
  }

  private async look(lease: Lease): Promise<void> {
    const now = performance.now();
    for (const [key, until] of this.issued) if (until <= now) this.issued.delete(key);
    for await (const due of this.due()) {
      const key = `${due.command} ${due.stream} ${due.at}`;
      const command = this.commands.get(due.command);
      if (!command || this.issued.has(key)) continue;
      if (!lease.isOwned()) return;
      // Recorded before the command is issued, so that a failed command is not retried in each round and does not
      // hold up others.
      this.issued.set(key, now + AGAIN_AFTER_MS);
      await command.issue(due).catch((error: unknown) => {
        if (isPassing(error)) this.issued.delete(key);
        this.hooks.onError?.(error, due);
      });
    }
  }

  /**
   * The due rows of each view, oldest first. Rows that change between two pages of the query may be read only in the
   * next round.
   */
  private async *due(): AsyncIterable<Due> {
    let views = await this.viewsThere();
    for (let read = 0; views.length > 0; read += BATCH) {
      const rows = await this.page(views, read);
      for (const { stream, command, at, customer_id: customerId } of rows)
        yield { stream, command, at: at.toISOString(), customerId };
      views = views.filter((view) => rows.filter((row) => row.view === view).length === BATCH);
    }
  }

  private async page(views: string[], offset: number): Promise<DueRow[]> {
    const each = views.map(
      (view) =>
        `(select '${view}' as view, stream, command, at, customer_id from "${view}".due where at <= now()
           order by at, stream, command limit ${BATCH} offset $1)`,
    );
    const { rows } = await this.database.query<DueRow & { [column: string]: unknown }>(
      each.join(' union all '),
      [offset],
    );
    return rows;
  }

  private async viewsThere(): Promise<string[]> {
    if (this.there.length === this.views.length) return this.there;
    const { rows } = await this.database.query<{ view: string }>(
      `select view from unnest($1::text[]) as asked (view) where to_regclass(format('%I.due', view)) is not null`,
      [this.views],
    );
    this.there = this.views.filter((view) => rows.some((row) => row.view === view));
    return this.there;
  }
}
