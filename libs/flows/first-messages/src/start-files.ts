import { Injectable } from '@nestjs/common';
import type { AssetResponse } from '@parley/contracts/api/conversations';
import { MAX_ASSET_SIZE } from '@parley/contracts/rules/asset-limit';
import { UploadAsset, type StoredUpload, type UploadedFile } from '@parley/conversations/write/upload-asset';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { Storage } from '@parley/platform/storage/storage';

/** Maximum number of a user's unsent uploads, and maximum of their total bytes. Uploads expire after a day. */
export const MAX_UNSENT = 50;
const MAX_UNSENT_BYTES = 500 * 1024 * 1024;

/** An upload for a conversation that does not exist yet. */
export interface StartFile extends StoredUpload {
  id: string;
}

type Owner = Pick<Principal, 'customerId' | 'userId'>;

interface Row {
  id: string;
  file_name: string;
  content_type: string;
  size: number;
  sha256: string;
  path: string;
}

/**
 * Uploads for conversations that do not exist yet. Only the user who uploaded a file can use it, until a first
 * message contains it.
 */
@Injectable()
export class StartFiles {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly uploads: UploadAsset,
  ) {}

  /**
   * @throws Rejected `too_many_requests` if the user has too many unsent uploads
   * @throws Rejected as `UploadAsset.store`
   */
  async upload(
    { customerId, userId }: Owner,
    file: UploadedFile | undefined,
    context: CommandContext,
  ): Promise<AssetResponse> {
    const { rows } = await this.database.query<{ count: number; bytes: string }>(
      `select count(*)::int as count, coalesce(sum(size), 0) as bytes from parley.start_file
        where customer_id = $1 and user_id = $2 and given_at is null`,
      [customerId, userId],
    );
    const { count = 0, bytes = '0' } = rows[0] ?? {};
    if (count >= MAX_UNSENT || Number(bytes) + (file?.buffer.length ?? 0) > MAX_UNSENT_BYTES) {
      throw new Rejected('too_many_requests');
    }
    // The channel, and with it the size limit, is known only when the message is sent; the limit is checked then.
    const stored = await this.uploads.store(file, () => MAX_ASSET_SIZE);
    const { fileName, contentType, size, sha256, path } = stored;
    const id = context.commandId;
    await this.database.query(
      `insert into parley.start_file (id, customer_id, user_id, file_name, content_type, size, sha256, path)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [id, customerId, userId, fileName, contentType, size, sha256, path],
    );
    return { id, fileName, contentType, size };
  }

  /**
   * Returns uploads in the order of `ids`, and extends their expiry to a day from now.
   * @throws NotFound if a file has expired or was uploaded by another user
   */
  async take({ customerId, userId }: Owner, ids: string[]): Promise<StartFile[]> {
    if (ids.length === 0) return [];
    const { rows } = await this.database.query<Row>(
      `update parley.start_file set expires_at = now() + interval '1 day'
        where id = any($1::uuid[]) and customer_id = $2 and user_id = $3
       returning id, file_name, content_type, size, sha256, path`,
      [ids, customerId, userId],
    );
    const files = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => {
      const file = files.get(id);
      if (!file) throw new NotFound();
      const { file_name: fileName, content_type: contentType, size, sha256, path } = file;
      return { id, fileName, contentType, size, sha256, path };
    });
  }

  /** Turns uploads that `take` returned into assets of a conversation. Can be repeated. */
  async give(
    conversation: { id: string; contactId: string },
    files: StartFile[],
    context: CommandContext,
  ): Promise<void> {
    if (files.length === 0) return;
    for (const { id, ...stored } of files) {
      await this.uploads.give(conversation, stored, { ...context, commandId: id });
    }
    await this.database.query(
      `update parley.start_file set given_at = coalesce(given_at, now())
        where id = any($1::uuid[]) and customer_id = $2`,
      [files.map(({ id }) => id), context.customerId],
    );
  }

  /**
   * Deletes the next expired upload, and its bytes unless a conversation uses them.
   * @returns whether there may be more expired uploads
   */
  async sweep(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string; customer_id: string; path: string; is_given: boolean }>(
        `select id, customer_id, path, given_at is not null as is_given from parley.start_file
          where expires_at < now() order by expires_at limit 1 for update skip locked`,
      );
      const [file] = rows;
      if (!file) return false;
      // A process may have stopped after it had given the file to a conversation and before it recorded that.
      const isGiven = file.is_given || (await this.uploads.isGiven(file.customer_id, file.id));
      if (!isGiven) await this.storage.delete(file.path);
      await tx.query('delete from parley.start_file where id = $1', [file.id]);
      return true;
    });
  }
}
