import { once } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';

/** Interval in ms at which a process stores which users have a window open in it. */
const NOTE_PRESENCE_MS = 20_000;

/**
 * SQL condition: user `u` has a window open in any process. A user counts as present for one minute after the last
 * window closed, because they may be reloading the page.
 */
export const isPresentSql = `exists (select from parley.user_presence p
  where p.user_id = u.id and p.seen_at > now() - interval '1 minute')`;

/** Builds a statement that marks users as present; `userIds` is SQL that selects their ids. */
export function notePresenceSql(userIds: string): string {
  return `insert into parley.user_presence (user_id, seen_at) select present.id, now() from (${userIds}) as present(id)
          on conflict (user_id) do update set seen_at = excluded.seen_at`;
}

/** Stores which users have a window open, so that every process knows about the sockets of all. */
@Injectable()
export class UserPresence {
  private readonly logger = new Logger('presence');

  constructor(private readonly database: Database) {}

  /** Marks the users with a window in this process as present, at intervals until `signal` aborts. */
  async keep(usersHere: () => Iterable<string>, signal: AbortSignal): Promise<void> {
    const note = () => this.note(usersHere()).catch((error: unknown) => this.logger.warn(error));
    const noting = setInterval(() => void note(), NOTE_PRESENCE_MS).unref();
    if (!signal.aborted) await once(signal, 'abort');
    clearInterval(noting);
  }

  /** Marks these users as present now. */
  async note(userIds: Iterable<string>): Promise<void> {
    const ids = [...new Set(userIds)].sort();
    if (ids.length === 0) return;
    await this.database.query(notePresenceSql('select unnest($1::uuid[])'), [ids]);
  }
}
