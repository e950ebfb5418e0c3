import type { Sql } from '@parley/platform/database/database';
import { write } from '../projection/fold-sql';
import { upsert } from '../projection/upsert';

/** A scheduled command for a stream. A stream has at most one row per command. */
export interface Due {
  stream: string;
  command: string;
  /** ISO 8601 UTC. */
  at: string;
  customerId: string;
}

/**
 * SQL for a view's DDL that creates its table `due`, which contains the scheduled commands that follow from the
 * folded events.
 */
export const dueDdl = `
  create table due (
    stream text not null,
    command text not null,
    at timestamptz not null,
    customer_id uuid not null,
    primary key (stream, command)
  );
  create index due_by_time on due (at);
`;

/**
 * The scheduled commands that a batch of events sets and cancels. Only the last change for each stream and command
 * counts.
 */
export class DueChanges {
  private readonly changes = new Map<string, Due | Pick<Due, 'stream' | 'command'>>();

  set(due: Due): void {
    this.changes.set(`${due.command} ${due.stream}`, due);
  }

  settle(stream: string, command: string): void {
    this.changes.set(`${command} ${stream}`, { stream, command });
  }

  async save(tx: Sql): Promise<void> {
    const all = [...this.changes.values()];
    const settled = all.filter((change) => !('at' in change));
    if (settled.length > 0) {
      // No row is both cancelled and set, so both statements can run as one.
      await write(tx, {
        table: 'due, settled',
        text: 'delete from due using unnest($1::text[], $2::text[]) as settled (stream, command) where due.stream = settled.stream and due.command = settled.command',
        values: [settled.map(({ stream }) => stream), settled.map(({ command }) => command)],
      });
    }
    const set = all.filter((change) => 'at' in change);
    const rows = set.map(({ stream, command, at, customerId }) => ({
      stream,
      command,
      at,
      customer_id: customerId,
    }));
    await upsert(tx, 'due', ['stream', 'command'], rows);
  }
}
