import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';

/** How far a mailbox is read. */
export interface MailboxPlace {
  uidValidity: bigint;
  lastUid: number;
}

/** Remembers which mails of mailboxes were taken. */
@Injectable()
export class MailboxStore {
  constructor(private readonly database: Database) {}

  /** Null: it was never read. */
  async place(channelId: string): Promise<MailboxPlace | null> {
    const { rows } = await this.database.query<{ uid_validity: string; last_uid: string }>(
      `select uid_validity, last_uid from parley.mailbox where channel_id = $1 and folder = 'INBOX'`,
      [channelId],
    );
    const [row] = rows;
    return row ? { uidValidity: BigInt(row.uid_validity), lastUid: Number(row.last_uid) } : null;
  }

  async keepPlace(channelId: string, { uidValidity, lastUid }: MailboxPlace): Promise<void> {
    await this.database.query(
      `insert into parley.mailbox (channel_id, uid_validity, last_uid) values ($1, $2, $3)
       on conflict (channel_id, folder) do update set uid_validity = excluded.uid_validity, last_uid = excluded.last_uid`,
      [channelId, String(uidValidity), lastUid],
    );
  }

  /** Of these mails, by what names them, those that were not taken yet. */
  async unknownAmong(channelId: string, names: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ name: string }>(
      `select asked.name from unnest($2::text[], $3::bytea[]) as asked (name, key)
        where not exists (select from parley.mailbox_mail m where m.channel_id = $1 and m.key = asked.key)`,
      [channelId, names, names.map(keyOf)],
    );
    return new Set(rows.map(({ name }) => name));
  }

  async keepTaken(channelId: string, names: string[]): Promise<void> {
    await this.database.query(
      `insert into parley.mailbox_mail (channel_id, key) select $1, unnest($2::bytea[]) on conflict do nothing`,
      [channelId, names.map(keyOf)],
    );
  }
}

function keyOf(name: string): Buffer {
  return createHash('sha256').update(name).digest();
}
