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
  view: string;
  at: Date;
  customer_id: string;
}

/** Looks every second, in one statement, for what has become due in the rows of views, and issues it. */
export class DueTicker {
  /** When what was issued may be issued again, by what it is. */
  private readonly issued = new Map<string, number>();
  private readonly commands: Map<string, DueCommand>;
  /** Views whose projector has made the table; it stays, whatever is rebuilt. */
  private there: string[] = [];

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
      // Noted first: what fails is not tried again and again, and holds up nothing else.
      this.issued.set(key, now + AGAIN_AFTER_MS);
      await command.issue(due).catch((error: unknown) => {
        if (isPassing(error)) this.issued.delete(key);
        this.hooks.onError?.(error, due);
      });
    }
  }

  /** Of each view the oldest first. What moves up while it is read is read by the next look. */
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
