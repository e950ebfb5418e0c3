import { Injectable } from '@nestjs/common';
import { MAX_RECORD_SIZE, MAX_APP_RECORDS, type AppRecordResponse } from '@parley/contracts/api/apps';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import type { AppOwner } from '../write/app-secrets';

const columns = 'id, app_id as "pluginId", name, value, version';

interface RecordRow extends AppRecordResponse {
  [column: string]: unknown;
}

export interface RecordWords {
  name: string;
  /** The value of the record as JSON text. */
  value: string;
}

/** Records that apps store by name, separate for each installation. */
@Injectable()
export class AppRecords {
  now = () => new Date().toISOString();

  constructor(private readonly database: Database) {}

  async list({ customerId, id }: AppOwner, name?: string): Promise<AppRecordResponse[]> {
    const { rows } = await this.database.query<RecordRow>(
      `select ${columns} from parley.app_record
        where customer_id = $1 and app_id = $2 and ($3::text is null or name = $3) order by name limit ${MAX_APP_RECORDS}`,
      [customerId, id, name ?? null],
    );
    return rows;
  }

  async count({ customerId, id }: AppOwner): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*)::int as count from parley.app_record where customer_id = $1 and app_id = $2',
      [customerId, id],
    );
    return rows[0]?.count ?? 0;
  }

  /**
   * Adds a record. Repeating the request returns the same record.
   * @throws Rejected `app_record_exists`, `app_records_full`, `app_record_too_large`, `app_value_not_json`
   */
  async add({ customerId, id: appId }: AppOwner, id: string, words: RecordWords): Promise<AppRecordResponse> {
    requireJson(words.value);
    return this.database.transaction(async (tx) => {
      // The lock makes concurrent additions count each other's records.
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1767340000000))', [appId]);
      const { rows } = await tx.query<RecordRow>(
        `insert into parley.app_record (id, customer_id, app_id, name, value, changed_at)
         select $1, $2, $3, $4, $5, $6
          where (select count(*) from parley.app_record where app_id = $3) < ${MAX_APP_RECORDS}
         on conflict do nothing returning ${columns}`,
        [id, customerId, appId, words.name, words.value, this.now()],
      );
      if (rows[0]) return rows[0];
      const { rows: there } = await tx.query<RecordRow>(
        `select ${columns} from parley.app_record where customer_id = $1 and app_id = $2 and name = $3`,
        [customerId, appId, words.name],
      );
      if (there[0]?.id === id) return there[0];
      throw new Rejected(there[0] ? 'app_record_exists' : 'app_records_full', words.name);
    });
  }

  /**
   * @param seen version that the caller saw; undefined changes any version
   * @throws NotFound, Rejected `app_record_changed`, `app_record_exists`
   */
  async change(
    { customerId, id: appId }: AppOwner,
    id: string,
    { name, value }: RecordWords,
    seen?: number,
  ): Promise<AppRecordResponse> {
    requireJson(value);
    const { rows } = await this.database
      .query<RecordRow>(
        `update parley.app_record set name = $4, value = $5, version = version + 1, changed_at = $6
          where customer_id = $1 and app_id = $2 and id = $3 and ($7::int is null or version = $7)
         returning ${columns}`,
        [customerId, appId, id, name, value, this.now(), seen ?? null],
      )
      .catch((error: unknown) => {
        if ((error as { code?: string }).code === '23505') throw new Rejected('app_record_exists', name);
        throw error;
      });
    if (rows[0]) return rows[0];
    const { rows: there } = await this.database.query(
      'select from parley.app_record where customer_id = $1 and app_id = $2 and id = $3',
      [customerId, appId, id],
    );
    throw there.length > 0 ? new Rejected('app_record_changed') : new NotFound();
  }

  /** @throws NotFound */
  async remove({ customerId, id: appId }: AppOwner, id: string): Promise<void> {
    const { rowCount } = await this.database.query(
      'delete from parley.app_record where customer_id = $1 and app_id = $2 and id = $3',
      [customerId, appId, id],
    );
    if (rowCount === 0) throw new NotFound();
  }
}

function requireJson(value: string): void {
  if (Buffer.byteLength(value) > MAX_RECORD_SIZE) throw new Rejected('app_record_too_large');
  try {
    JSON.parse(value);
  } catch {
    throw new Rejected('app_value_not_json');
  }
}
