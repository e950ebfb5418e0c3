import { once } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';

/** How often a process notes who has a window open, in milliseconds. */
const NOTE_PRESENCE_MS = 20_000;

/**
 * Whether user `u` of a statement has a window open, in any process. Somebody whose last window closed is present for a
 * minute more: they may only be loading the page anew.
 */
export const isPresentSql = `exists (select from parley.user_presence p
  where p.user_id = u.id and p.seen_at > now() - interval '1 minute')`;

/** A statement that notes as present the users whose ids `userIds`, another statement, selects. */
export function notePresenceSql(userIds: string): string {
  return `insert into parley.user_presence (user_id, seen_at) select present.id, now() from (${userIds}) as present(id)
          on conflict (user_id) do update set seen_at = excluded.seen_at`;
}

/** Who has a window open, by the sockets of all processes. */
@Injectable()
export class UserPresence {
  private readonly logger = new Logger('presence');

  constructor(private readonly database: Database) {}

  /** Notes who has a window open in this process, again and again until `signal` aborts. */
  async keep(usersHere: () => Iterable<string>, signal: AbortSignal): Promise<void> {
    const note = () => this.note(usersHere()).catch((error: unknown) => this.logger.warn(error));
    const noting = setInterval(() => void note(), NOTE_PRESENCE_MS).unref();
    if (!signal.aborted) await once(signal, 'abort');
    clearInterval(noting);
  }

  /** Notes that these users have a window open now. */
  async note(userIds: Iterable<string>): Promise<void> {
    const ids = [...new Set(userIds)].sort();
    if (ids.length === 0) return;
    await this.database.query(notePresenceSql('select unnest($1::uuid[])'), [ids]);
  }
}
