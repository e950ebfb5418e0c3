import { Injectable } from '@nestjs/common';
import { EXPORT_FILE_DAYS, type ExportFileState } from '@parley/contracts/api/exports';
import { Database, type Sql } from '@parley/platform/database/database';
import type { ExportRow } from './export-row';

const PER_PAGE = 50;
/** Number of days for which an export is listed and can be run again. */
export const KEPT_DAYS = 90;
const COLUMNS = `id, customer_id, user_id, kind, format, request, params, cut_off, row_count, byte_count, sha256, file,
  created_at, file_until`;

type NewRow = Pick<
  ExportRow,
  'id' | 'customer_id' | 'user_id' | 'kind' | 'format' | 'request' | 'params' | 'cut_off' | 'names'
>;
export type ListedRow = Omit<ExportRow, 'names'>;

/** Rows of parley.export. */
@Injectable()
export class ExportStore {
  constructor(private readonly database: Database) {}

  async add(row: NewRow, tx: Sql): Promise<void> {
    const { id, customer_id, user_id, kind, format, request, params, cut_off, names } = row;
    await tx.query(
      `insert into parley.export
         (id, customer_id, user_id, kind, format, request, params, cut_off, names, file_until)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + interval '${EXPORT_FILE_DAYS} days')`,
      [id, customer_id, user_id, kind, format, request, params, cut_off, names],
    );
  }

  async find(id: string): Promise<ExportRow | null> {
    const { rows } = await this.database.query<ExportRow>('select * from parley.export where id = $1', [id]);
    return rows[0] ?? null;
  }

  /**
   * Returns a page of exports, newest first.
   * @param userId the owner; null for all users of the organisation
   */
  async page(customerId: string, userId: string | null, before: string | undefined): Promise<ListedRow[]> {
    const { rows } = await this.database.query<ListedRow>(
      `select ${COLUMNS} from parley.export
        where customer_id = $1 and ($2::uuid is null or user_id = $2)
          and ($3::uuid is null or (created_at, id) <
               (select created_at, id from parley.export where id = $3 and customer_id = $1))
        order by created_at desc, id desc limit ${PER_PAGE + 1}`,
      [customerId, userId, before ?? null],
    );
    return rows;
  }

  /** Time at which a user last began an export; null if never. */
  async lastOf(userId: string): Promise<Date | null> {
    const { rows } = await this.database.query<{ created_at: Date }>(
      'select created_at from parley.export where user_id = $1 order by created_at desc limit 1',
      [userId],
    );
    return rows[0]?.created_at ?? null;
  }

  /**
   * Marks the file as ready, which starts its days of availability.
   * @returns false if the file is no longer wanted
   */
  async ready(
    id: string,
    { rows, bytes, sha256 }: { rows: number; bytes: number; sha256: string },
  ): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `update parley.export set file = 'ready', row_count = $2, byte_count = $3, sha256 = $4,
              file_until = now() + interval '${EXPORT_FILE_DAYS} days'
        where id = $1 and file in ('making', 'ready')`,
      [id, rows, bytes, sha256],
    );
    return rowCount === 1;
  }

  /** Ends the file's availability; the pieces are deleted afterwards. */
  async end(id: string, state: ExportFileState): Promise<void> {
    await this.database.query(
      `update parley.export set file = $2 where id = $1 and file in ('making', 'ready')`,
      [id, state],
    );
  }

  /**
   * Ends all files of an organisation that may contain an erased contact, and deletes keywords and conditions that
   * may name the contact.
   * @returns ids of these exports, including those whose files had ended before
   */
  async endThoseOfPeople(customerId: string, before: string): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `update parley.export
          set file = case when file in ('making', 'ready') then 'erased' else file end,
              request = request #- '{filter,keyword}' #- '{filter,conditions}'
        where customer_id = $1 and kind <> 'audit' and created_at <= $2::timestamptz returning id`,
      [customerId, before],
    );
    return rows.map(({ id }) => id);
  }

  /** An export whose file has expired, or whose file ended while pieces are left; null if there is none. */
  async leftOver(): Promise<{ id: string; customer_id: string } | null> {
    const { rows } = await this.database.query<{ id: string; customer_id: string }>(
      `select id, customer_id from parley.export where file in ('making', 'ready') and file_until < now()
       union all
       select e.id, e.customer_id from parley.export_part p join parley.export e on e.id = p.export_id
        where e.file not in ('making', 'ready')
       limit 1`,
    );
    return rows[0] ?? null;
  }

  /** Deletes the records of exports that are no longer listed. */
  async forgetOld(): Promise<void> {
    await this.database.query(
      `delete from parley.export where created_at < now() - interval '${KEPT_DAYS} days' and file not in ('making', 'ready')`,
    );
  }
}
