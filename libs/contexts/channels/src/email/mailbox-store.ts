import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { MailFolderState } from '@parley/contracts/api/email';
import { Database } from '@parley/platform/database/database';

/** The position up to which a folder was read. */
export interface FolderPlace {
  uidValidity: bigint;
  lastUid: number;
}

@Injectable()
export class MailboxStore {
  constructor(private readonly database: Database) {}

  /** Null if the folder was never read. */
  async place(channelId: string, folder: string): Promise<FolderPlace | null> {
    const { rows } = await this.database.query<{ uid_validity: string; last_uid: string }>(
      `select uid_validity, last_uid from parley.mailbox where channel_id = $1 and folder = $2`,
      [channelId, folder],
    );
    const [row] = rows;
    return row ? { uidValidity: BigInt(row.uid_validity), lastUid: Number(row.last_uid) } : null;
  }

  async keepPlace(channelId: string, folder: string, { uidValidity, lastUid }: FolderPlace): Promise<void> {
    await this.database.query(
      `insert into parley.mailbox (channel_id, folder, uid_validity, last_uid, looked_at) values ($1, $2, $3, $4, now())
       on conflict (channel_id, folder) do update
         set uid_validity = excluded.uid_validity, last_uid = excluded.last_uid, looked_at = now()`,
      [channelId, folder, String(uidValidity), lastUid],
    );
  }

  /** Records a change of UID validity, with the number of mails that were compared and taken. */
  async noteRebuilt(
    channelId: string,
    folder: string,
    { compared, found }: { compared: number; found: number },
  ): Promise<void> {
    await this.database.query(
      `update parley.mailbox set rebuilt_at = now(), compared = $3, found = $4 where channel_id = $1 and folder = $2`,
      [channelId, folder, compared, found],
    );
  }

  async noteLooked(channelId: string, folder: string): Promise<void> {
    await this.database.query(
      'update parley.mailbox set looked_at = now() where channel_id = $1 and folder = $2',
      [channelId, folder],
    );
  }

  /** Returns for each folder of a channel when it was last read, and its last change of UID validity. */
  async folders(channelId: string): Promise<MailFolderState[]> {
    const { rows } = await this.database.query<{
      folder: string;
      looked_at: Date | null;
      rebuilt_at: Date | null;
      compared: number;
      found: number;
    }>(
      'select folder, looked_at, rebuilt_at, compared, found from parley.mailbox where channel_id = $1 order by folder',
      [channelId],
    );
    return rows.map(({ folder, looked_at, rebuilt_at, compared, found }) => ({
      folder,
      lookedAt: looked_at && looked_at.toISOString(),
      rebuilt: rebuilt_at && { at: rebuilt_at.toISOString(), compared, found },
    }));
  }

  /** Returns those of the names whose mails were not taken yet. */
  async unknownAmong(channelId: string, names: string[]): Promise<Set<string>> {
    // Hashed, since a name may contain characters that PostgreSQL cannot store.
    const keys = names.map(keyOf);
    const { rows } = await this.database.query<{ key: Buffer }>(
      'select key from parley.mailbox_mail where channel_id = $1 and key = any($2::bytea[])',
      [channelId, keys],
    );
    const known = new Set(rows.map(({ key }) => key.toString('hex')));
    return new Set(names.filter((_, index) => !known.has(keys[index]!.toString('hex'))));
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
