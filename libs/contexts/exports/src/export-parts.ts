import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Database } from '@parley/platform/database/database';
import { MasterKey } from '@parley/platform/security/master-key';
import { open, seal } from '@parley/platform/security/sealing';
import { FileMissing, newPath, Storage } from '@parley/platform/storage/storage';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export type PartKind = 'rows' | 'files';

/** Place of a piece in the file: the first item of its batch, and the number of the piece within the batch. */
export interface PartPlace {
  exportId: string;
  item: number;
  number: number;
}

/**
 * The pieces of an export's file, encrypted in the storage. A batch of items makes a few pieces, and makes the same
 * ones again after a crash. The whole file is never in memory.
 */
@Injectable()
export class ExportParts {
  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('exports');
  }

  /**
   * Inserts the row first, so that a row names each object that a crash leaves in the storage.
   * @throws CodedError `export_no_bucket`
   */
  async add(place: PartPlace, what: PartKind, text: string, rowCount: number): Promise<void> {
    const { exportId, item, number } = place;
    const path = newPath();
    await this.database.query(
      `insert into parley.export_part (export_id, item, number, what, path, row_count) values ($1, $2, $3, $4, $5, $6)`,
      [exportId, item, number, what, path, rowCount],
    );
    const sealed = seal(this.key, await pack(text, { level: 1 }), placeName(place, what));
    await this.storage.put(path, sealed, 'application/octet-stream').catch((error: Error) => {
      throw error.name === 'NoSuchBucket' ? new CodedError('export_no_bucket') : error;
    });
  }

  /** Deletes the pieces of this batch and of all later ones. */
  async removeFrom(exportId: string, item: number): Promise<void> {
    const { rows } = await this.database.query<{ path: string }>(
      'select path from parley.export_part where export_id = $1 and item >= $2',
      [exportId, item],
    );
    for (const { path } of rows) await this.storage.delete(path);
    await this.database.query('delete from parley.export_part where export_id = $1 and item >= $2', [
      exportId,
      item,
    ]);
  }

  remove(exportId: string): Promise<void> {
    return this.removeFrom(exportId, 0);
  }

  /** Number of rows or files in the pieces so far. */
  async count(exportId: string, what: PartKind): Promise<number> {
    const { rows } = await this.database.query<{ count: string }>(
      'select coalesce(sum(row_count), 0) as count from parley.export_part where export_id = $1 and what = $2',
      [exportId, what],
    );
    return Number(rows[0]?.count ?? 0);
  }

  /**
   * Yields the pieces in order.
   * @throws CodedError `export_expired` if a piece is gone
   */
  async *read(exportId: string, what: PartKind): AsyncGenerator<Buffer> {
    const { rows } = await this.database.query<{ item: number; number: number; path: string }>(
      'select item, number, path from parley.export_part where export_id = $1 and what = $2 order by item, number',
      [exportId, what],
    );
    for (const { item, number, path } of rows) {
      const sealed = await this.storage.get(path).catch((error: unknown) => {
        throw error instanceof FileMissing ? new CodedError('export_expired') : error;
      });
      yield await unpack(open(this.key, sealed, placeName({ exportId, item, number }, what)));
    }
  }
}

function placeName({ exportId, item, number }: PartPlace, what: PartKind): string {
  return JSON.stringify(['export', exportId, what, item, number]);
}
