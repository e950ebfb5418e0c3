import { Injectable } from '@nestjs/common';
import type {
  ContactImport,
  CsvDelimiter,
  CsvEncoding,
  CsvFormat,
  ImportOutcome,
  ImportRow,
  ImportSettings,
  ImportStep,
} from '@parley/contracts/api/contact-imports';
import { IMPORT_KEPT_DAYS } from '@parley/contracts/api/contact-imports';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Database, type Sql } from '@parley/platform/database/database';

const ROWS_PER_PAGE = 20;
const IMPORTS_PER_PAGE = 100;
/** Maximum number of rows that one statement deletes. */
const SWEPT = 10_000;

/** A row of the table `parley.contact_import`. */
export interface StoredImport {
  id: string;
  customer_id: string;
  user_id: string;
  file_name: string;
  file_path: string;
  size: number;
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
  rows: number;
  header: string[];
  sample: string[][];
  settings: ImportSettings;
  revision: number;
  step: ImportStep;
  job_id: string | null;
  is_step_done: boolean;
  created_at: Date;
  expires_at: Date;
}

/** A row of a file with the outcome of its check. */
export interface CheckedRow extends ImportRow {
  phoneClaim: string | null;
  emailClaim: string | null;
}

/** A checked row that the current job is to import or undo. */
export interface DueRow {
  line: number;
  cells: string[];
  outcome: ImportOutcome;
  contact_id: string | null;
  phone_claim: string | null;
  email_claim: string | null;
  result: 'done' | 'skipped' | 'failed' | null;
}

/** The outcome of importing or undoing a row; `end` goes into the column `result` or `undo`. */
export interface RowEnd {
  line: number;
  end: string;
  code: string | null;
  contactId?: string | null;
}

/** Stores imports and their rows. These tables are not views: only the changes of contacts are events in the log. */
@Injectable()
export class ImportStore {
  constructor(private readonly database: Database) {}

  async add(added: {
    id: string;
    customerId: string;
    userId: string;
    fileName: string;
    filePath: string;
    size: number;
    format: CsvFormat;
    rows: number;
    header: string[];
    sample: string[][];
    settings: ImportSettings;
  }): Promise<void> {
    await this.database.query(
      `insert into parley.contact_import
         (id, customer_id, user_id, file_name, file_path, size, encoding, delimiter, rows, header, sample, settings, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + $13 * interval '1 day')`,
      [
        ...[added.id, added.customerId, added.userId, added.fileName, added.filePath, added.size],
        ...[added.format.encoding, added.format.delimiter, added.rows],
        ...[JSON.stringify(added.header), JSON.stringify(added.sample), JSON.stringify(added.settings)],
        IMPORT_KEPT_DAYS,
      ],
    );
  }

  /** @throws NotFound if the organisation has no such import */
  async get(customerId: string, id: string): Promise<StoredImport> {
    const { rows } = await this.database.query<StoredImport & { [column: string]: unknown }>(
      'select * from parley.contact_import where id = $1 and customer_id = $2 and expires_at > now()',
      [id, customerId],
    );
    if (!rows[0]) throw new NotFound();
    return rows[0];
  }

  /** @throws NotFound if the organisation has no such import */
  async find(customerId: string, id: string): Promise<ContactImport> {
    const [found] = await this.select('i.id = $2', [customerId, id]);
    if (!found) throw new NotFound();
    return found;
  }

  /** The country that the organisation's last import used for national phone numbers; null if there was none. */
  async lastCountry(customerId: string): Promise<string | null> {
    const { rows } = await this.database.query<{ country: string | null }>(
      `select settings->>'country' as country from parley.contact_import
        where customer_id = $1 and expires_at > now() order by created_at desc limit 1`,
      [customerId],
    );
    return rows[0]?.country ?? null;
  }

  /** The newest 100 imports of an organisation. */
  list(customerId: string): Promise<ContactImport[]> {
    return this.select('true', [customerId]);
  }

  private async select(where: string, values: unknown[]): Promise<ContactImport[]> {
    type Counted = StoredImport & {
      counts: Partial<Record<ImportOutcome, number>> | null;
      imported: number | null;
      failed: number | null;
      undone: number | null;
      kept: number | null;
    };
    const { rows } = await this.database.query<Counted & { [column: string]: unknown }>(
      `select i.*, c.* from parley.contact_import i
         left join lateral (
           select jsonb_object_agg(outcome, number) as counts, sum(imported)::int as imported,
                  sum(failed)::int as failed, sum(undone)::int as undone, sum(kept)::int as kept
             from (select outcome, count(*) as number, count(*) filter (where result = 'done') as imported,
                          count(*) filter (where result = 'failed') as failed,
                          count(*) filter (where undo = 'undone') as undone,
                          count(*) filter (where undo = 'kept') as kept
                     from parley.contact_import_row r where r.import_id = i.id group by outcome) as of_outcome
         ) c on true
        where i.customer_id = $1 and i.expires_at > now() and ${where}
        order by i.created_at desc, i.id desc limit ${IMPORTS_PER_PAGE}`,
      values,
    );
    return rows.map(({ counts, imported, failed, undone, kept, ...row }) => ({
      ...{ id: row.id, fileName: row.file_name, size: row.size, rows: row.rows, userId: row.user_id },
      ...{ encoding: row.encoding, delimiter: row.delimiter, header: row.header, sample: row.sample },
      ...{ settings: row.settings, step: row.step, jobId: row.job_id, isStepDone: row.is_step_done },
      counts: { create: 0, update: 0, skip: 0, reject: 0, ...counts },
      ...{ imported: imported ?? 0, failed: failed ?? 0, undone: undone ?? 0, kept: kept ?? 0 },
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    }));
  }

  /**
   * Changes how a file is read or mapped, and deletes the rows that were checked with the old settings.
   * @throws Rejected `import_begun` once rows are imported; `import_changed` if another request changed the import
   * since the caller read it
   */
  async change(
    { id, revision }: StoredImport,
    changed: Pick<StoredImport, 'encoding' | 'delimiter' | 'header' | 'sample' | 'settings'> & {
      rows: number;
    },
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { rows } = await tx.query<Pick<StoredImport, 'step' | 'revision'>>(
        'select step, revision from parley.contact_import where id = $1 for update',
        [id],
      );
      if (!rows[0]) throw new NotFound();
      if (!['map', 'check'].includes(rows[0].step)) throw new Rejected('import_begun');
      if (rows[0].revision !== revision) throw new Rejected('import_changed');
      await tx.query(
        `update parley.contact_import set encoding = $2, delimiter = $3, header = $4, sample = $5, settings = $6,
                rows = $7, revision = revision + 1, step = 'map', job_id = null, is_step_done = false where id = $1`,
        [
          ...[id, changed.encoding, changed.delimiter, JSON.stringify(changed.header)],
          ...[JSON.stringify(changed.sample), JSON.stringify(changed.settings), changed.rows],
        ],
      );
      await tx.query('delete from parley.contact_import_row where import_id = $1', [id]);
    });
  }

  /**
   * Advances an import to a step with a job, unless another request did so since `held` was read.
   * @returns whether this call advanced it
   */
  async goOn(held: StoredImport, step: ImportStep, jobId: string, tx: Sql): Promise<boolean> {
    const { rowCount } = await tx.query(
      `update parley.contact_import set step = $2, job_id = $3, is_step_done = false
        where id = $1 and step = $4 and job_id is not distinct from $5 and revision = $6`,
      [held.id, step, jobId, held.step, held.job_id, held.revision],
    );
    return rowCount === 1;
  }

  /** Marks the step as done if `jobId` is still its job. */
  async stepDone(id: string, jobId: string): Promise<void> {
    await this.database.query(
      'update parley.contact_import set is_step_done = true where id = $1 and job_id = $2',
      [id, jobId],
    );
  }

  /** Returns those of `claims` that rows before `line` contain already. */
  async claimedBefore(importId: string, line: number, claims: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ claim: string }>(
      `select phone_claim as claim from parley.contact_import_row
        where import_id = $1 and phone_claim = any($3::text[]) and line < $2
       union all
       select email_claim from parley.contact_import_row
        where import_id = $1 and email_claim = any($3::text[]) and line < $2`,
      [importId, line, claims],
    );
    return new Set(rows.map(({ claim }) => claim));
  }

  /**
   * Stores checked rows; rows that are already stored do not change.
   * @throws Rejected `import_changed` if the settings were changed since the check began
   */
  async keep(importId: string, revision: number, rows: CheckedRow[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { rowCount } = await tx.query(
        'select from parley.contact_import where id = $1 and revision = $2 for share',
        [importId, revision],
      );
      if (rowCount === 0) throw new Rejected('import_changed');
      await tx.query(
        `insert into parley.contact_import_row
           (import_id, line, cells, outcome, code, place, contact_id, phone_claim, email_claim)
         select $1, line, cells, outcome, code, "column", "contactId", "phoneClaim", "emailClaim"
           from jsonb_to_recordset($2::jsonb) as kept (line integer, cells jsonb, outcome text, code text,
             "column" integer, "contactId" uuid, "phoneClaim" text, "emailClaim" text)
         on conflict (import_id, line) do nothing`,
        [importId, JSON.stringify(rows)],
      );
    });
  }

  async rowsAt(importId: string, lines: number[]): Promise<DueRow[]> {
    const { rows } = await this.database.query<DueRow & { [column: string]: unknown }>(
      `select line, cells, outcome, contact_id, phone_claim, email_claim, result from parley.contact_import_row
        where import_id = $1 and line = any($2::integer[]) order by line`,
      [importId, lines],
    );
    return rows;
  }

  /** Stores the outcomes of importing or undoing rows. */
  async end(importId: string, column: 'result' | 'undo', ends: RowEnd[]): Promise<void> {
    await this.database.query(
      `update parley.contact_import_row r
          set ${column} = ended.end, code = ended.code, contact_id = coalesce(ended."contactId", r.contact_id)
         from jsonb_to_recordset($2::jsonb) as ended (line integer, "end" text, code text, "contactId" uuid)
        where r.import_id = $1 and r.line = ended.line`,
      [importId, JSON.stringify(ends)],
    );
  }

  /** A page of the rows with this outcome, in the order of their lines. */
  async page(
    importId: string,
    outcome: ImportOutcome,
    after = 0,
    size = ROWS_PER_PAGE,
  ): Promise<{ data: ImportRow[]; next: number | null }> {
    const { rows } = await this.database.query<ImportRow & { [column: string]: unknown }>(
      `select line, cells, outcome, code, place as "column", contact_id as "contactId"
         from parley.contact_import_row
        where import_id = $1 and outcome = $2 and line > $3 order by line limit $4`,
      [importId, outcome, after, size + 1],
    );
    const data = rows.slice(0, size);
    return { data, next: rows.length > size ? data.at(-1)!.line : null };
  }

  /** A page of the rows that the check rejected or that could not be imported. */
  async rejected(importId: string, after: number, size: number): Promise<ImportRow[]> {
    const { rows } = await this.database.query<ImportRow & { [column: string]: unknown }>(
      `select line, cells, outcome, code, place as "column", contact_id as "contactId"
         from parley.contact_import_row
        where import_id = $1 and (outcome = 'reject' or result = 'failed') and line > $2 order by line limit $3`,
      [importId, after, size],
    );
    return rows;
  }

  /** Erases the personal data of a contact from the rows of all imports. */
  async forgetContact(contactId: string): Promise<void> {
    await this.database.query(
      `update parley.contact_import_row set cells = '[]', phone_claim = null, email_claim = null where contact_id = $1`,
      [contactId],
    );
  }

  /** The import that expired first of all; null if no import has expired. */
  async expired(): Promise<{ id: string; filePath: string } | null> {
    const { rows } = await this.database.query<{ id: string; filePath: string }>(
      `select id, file_path as "filePath" from parley.contact_import where expires_at <= now()
        order by expires_at limit 1`,
    );
    return rows[0] ?? null;
  }

  /**
   * Deletes an import with its rows, `SWEPT` rows at a time.
   * @returns whether the whole import is deleted
   */
  async forget(id: string, sql: Sql): Promise<boolean> {
    const { rowCount } = await sql.query(
      `delete from parley.contact_import_row where import_id = $1 and line in
        (select line from parley.contact_import_row where import_id = $1 order by line limit ${SWEPT})`,
      [id],
    );
    if ((rowCount ?? 0) === SWEPT) return false;
    await sql.query('delete from parley.contact_import where id = $1', [id]);
    return true;
  }

  /** Expires an import immediately: the next sweep erases its file and rows. */
  async expire(customerId: string, id: string): Promise<void> {
    const { rowCount } = await this.database.query(
      'update parley.contact_import set expires_at = now() where id = $1 and customer_id = $2 and expires_at > now()',
      [id, customerId],
    );
    if (rowCount === 0) throw new NotFound();
  }
}
