import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  CHECK_IMPORT,
  columnsOf,
  MAX_IMPORT_ROWS,
  RUN_IMPORT,
  UNDO_IMPORT,
  type ContactImport,
  type ImportColumn,
  type CsvFormat,
  type ImportRowsResponse,
  type ImportStep,
} from '@parley/contracts/api/contact-imports';
import type {
  ImportColumnRequest,
  ImportRowsQuery,
  PatchImportRequest,
} from '@parley/contracts/api/contact-imports.requests';
import { importReason } from '@parley/contracts/api/import-reasons';
import { isActive } from '@parley/contracts/api/jobs';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Jobs } from '@parley/jobs/jobs';
import { CSV_BOM, csvLine } from '@parley/platform/csv/csv-line';
import type { Sql } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { newPath, Storage } from '@parley/platform/storage/storage';
import { countRows, recognise } from './csv-format';
import { csvRows } from './csv-rows';
import { ContactQueries } from '../read/contacts.queries';
import { ImportStore, type StoredImport } from './import-store';

const SAMPLE_ROWS = 5;
/** Maximum number of characters of a cell in the sample that users see. */
const SAMPLE_CELL = 200;
const MAX_NAME_LENGTH = 2_000;
/** Number of rejected rows that the download reads at a time. */
const DOWNLOADED = 2_000;

export interface ImportParams {
  importId: string;
  revision: number;
}

export interface UploadedCsv {
  originalname: string;
  buffer: Buffer;
}

/** Another request has advanced or changed the import first. */
class Overtaken extends Error {}

/** Imports of CSV files as contacts: upload, map columns, check, import, undo. */
@Injectable()
export class ContactImports {
  constructor(
    private readonly store: ImportStore,
    private readonly jobs: Jobs,
    private readonly storage: Storage,
    private readonly contacts: ContactQueries,
  ) {}

  /**
   * Stores a file, and guesses its encoding, its delimiter and the field of each column.
   * @throws Rejected `import_empty`, `import_too_large`, `import_not_csv`, `import_too_many_rows`, and the errors of
   * `csvRows`
   */
  async add(me: Principal, id: string, file: UploadedCsv | undefined): Promise<ContactImport> {
    if (!file) throw new Rejected('import_empty');
    const given = Buffer.from(file.originalname, 'latin1').toString('utf8').slice(0, MAX_NAME_LENGTH);
    if (!/\.(csv|txt)$/i.test(given)) throw new Rejected('import_not_csv');
    const format = recognise(file.buffer);
    const read = await this.read(file.buffer, format);
    const filePath = newPath();
    await this.storage.put(filePath, file.buffer, 'text/csv');
    await this.store.add({
      ...{ id, customerId: me.customerId, userId: me.userId, filePath, size: file.buffer.length, format },
      fileName: harmlessFileName(given) ?? 'contacts.csv',
      ...read,
      settings: {
        columns: columnsOf(read.header),
        country:
          (await this.store.lastCountry(me.customerId)) ?? (await this.contacts.homeCountry(me.customerId)),
        ...{ ifKnown: 'update', labelIds: [], listId: null },
      },
    });
    return this.store.find(me.customerId, id);
  }

  /**
   * Changes encoding, delimiter or mapping.
   * @throws Rejected `import_begun`, `import_changed`, and the errors of `add`
   */
  async change(me: Principal, id: string, patch: PatchImportRequest): Promise<ContactImport> {
    const held = await this.store.get(me.customerId, id);
    if (!['map', 'check'].includes(held.step)) throw new Rejected('import_begun');
    const { encoding = held.encoding, delimiter = held.delimiter } = patch;
    const isReread = encoding !== held.encoding || delimiter !== held.delimiter;
    const read = isReread
      ? await this.read(await this.storage.get(held.file_path), { encoding, delimiter })
      : { header: held.header, sample: held.sample, rows: held.rows };
    const columns =
      patch.columns?.map(columnOf) ?? (isReread ? columnsOf(read.header) : held.settings.columns);
    if (columns.length !== read.header.length) throw new Rejected('invalid_input', 'columns');
    const targets = columns.flatMap((column) =>
      column && column.to !== 'metadata' ? [JSON.stringify(column)] : [],
    );
    if (new Set(targets).size !== targets.length) throw new Rejected('import_column_twice');
    const { country, ifKnown, labelIds, listId } = { ...held.settings, ...withoutUndefined(patch) };
    const settings = { columns, country, ifKnown, labelIds, listId };
    await this.store.change(held, { encoding, delimiter, ...read, settings });
    return this.store.find(me.customerId, id);
  }

  /**
   * Begins the job that decides the outcome of each row.
   * @throws Rejected `import_no_address` if no column is mapped to a phone or an e-mail
   */
  async check(me: Principal, id: string, jobId: string): Promise<ContactImport> {
    const held = await this.store.get(me.customerId, id);
    const isMapped = held.settings.columns.some(
      (column) => column?.to === 'field' && ['phone', 'email'].includes(column.field),
    );
    if (!isMapped) throw new Rejected('import_no_address');
    if (held.step === 'check' && held.is_step_done) return this.store.find(me.customerId, id);
    return this.begin(me, held, { step: 'check', after: ['map', 'check'], jobId, kind: CHECK_IMPORT });
  }

  /**
   * Begins to import the checked rows; after a cancelled job, continues with the rest.
   * @throws Rejected `import_unchecked` if the rows are not checked
   */
  async run(me: Principal, id: string, jobId: string): Promise<ContactImport> {
    const held = await this.store.get(me.customerId, id);
    if (held.step === 'map' || (held.step === 'check' && !held.is_step_done))
      throw new Rejected('import_unchecked');
    if (held.step === 'import' && held.is_step_done) return this.store.find(me.customerId, id);
    const items = `outcome in ('create', 'update') and result is null`;
    return this.begin(me, held, {
      step: 'import',
      after: ['check', 'import'],
      jobId,
      kind: RUN_IMPORT,
      items,
    });
  }

  /**
   * Begins to undo the import; after a cancelled job, continues with the rest.
   * @throws Rejected `import_unchecked` if the rows are not checked
   */
  async undo(me: Principal, id: string, jobId: string): Promise<ContactImport> {
    const held = await this.store.get(me.customerId, id);
    if (held.step === 'undo' && held.is_step_done) return this.store.find(me.customerId, id);
    const items = `result = 'done' and undo is null`;
    return this.begin(me, held, { step: 'undo', after: ['import', 'undo'], jobId, kind: UNDO_IMPORT, items });
  }

  find({ customerId }: Principal, id: string): Promise<ContactImport> {
    return this.store.find(customerId, id);
  }

  list({ customerId }: Principal): Promise<ContactImport[]> {
    return this.store.list(customerId);
  }

  async rows(
    { customerId }: Principal,
    id: string,
    { outcome, after }: ImportRowsQuery,
  ): Promise<ImportRowsResponse> {
    await this.store.get(customerId, id);
    return this.store.page(id, outcome, after);
  }

  /**
   * Erases the file and its rows; the imported contacts stay.
   * @throws Rejected `import_running` while a job of the import runs
   */
  async remove(me: Principal, id: string): Promise<void> {
    const held = await this.store.get(me.customerId, id);
    if (await this.isGoing(me, held)) throw new Rejected('import_running');
    await this.store.expire(me.customerId, id);
  }

  /**
   * Returns the rows that could not be imported, as a CSV file to correct and import again: the original cells, then
   * line, column and reason.
   */
  async rejected(
    { customerId }: Principal,
    id: string,
    language: 'en' | 'es' | 'nl',
  ): Promise<{ fileName: string; file: Readable }> {
    const { file_name: name, header, delimiter } = await this.store.get(customerId, id);
    const { store } = this;
    async function* lines() {
      yield CSV_BOM + csvLine([...header, 'Import line', 'Import column', 'Import reason'], delimiter);
      for (let after = 0; ;) {
        const rows = await store.rejected(id, after, DOWNLOADED);
        if (rows.length === 0) return;
        const text = rows.map(({ line, cells, column, code }) => {
          // Cuts surplus cells, which would shift into the columns of line, column and reason.
          const own = header.map((_, index) => cells[index] ?? '');
          const at = column === null ? null : (header[column] ?? null);
          return csvLine([...own, line, at, importReason(code ?? 'internal', language)], delimiter);
        });
        yield text.join('');
        after = rows.at(-1)!.line;
      }
    }
    return { fileName: `${name.replace(/\.\w+$/, '')}-rejected.csv`, file: Readable.from(lines()) };
  }

  private async begin(
    me: Principal,
    held: StoredImport,
    next: { step: ImportStep; after: ImportStep[]; jobId: string; kind: string; items?: string },
  ): Promise<ContactImport> {
    const { customerId, userId, ip } = me;
    if (!next.after.includes(held.step))
      throw new Rejected(held.step === 'map' ? 'import_unchecked' : 'import_begun');
    // If a job of the import runs already, a second request returns the import with that job.
    if (await this.isGoing(me, held)) return this.store.find(customerId, held.id);
    const params: ImportParams = { importId: held.id, revision: held.revision };
    const items = next.items && {
      text: `select line::text as key, null::jsonb as payload from parley.contact_import_row
              where import_id = $1 and ${next.items} order by line`,
      values: [held.id],
    };
    const about = { importId: held.id, fileName: held.file_name };
    const goOn = async (tx: Sql) => {
      if (!(await this.store.goOn(held, next.step, next.jobId, tx))) throw new Overtaken();
    };
    try {
      await this.jobs.begin({
        ...{ id: next.jobId, kind: next.kind, customerId, userId, ip, params, about, slot: held.id },
        ...(items && { items }),
        alongside: goOn,
      });
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
    return this.store.find(customerId, held.id);
  }

  private async isGoing(me: Principal, { job_id }: StoredImport): Promise<boolean> {
    if (!job_id) return false;
    const job = await this.jobs.find(me, job_id).catch((error: unknown) => {
      if (error instanceof NotFound) return null;
      throw error;
    });
    return job !== null && isActive(job);
  }

  private async read(
    body: Buffer,
    format: CsvFormat,
  ): Promise<{ header: string[]; sample: string[][]; rows: number }> {
    const found: string[][] = [];
    for await (const { cells } of csvRows(chunksOf(body), format)) {
      found.push(cells);
      if (found.length > SAMPLE_ROWS) break;
    }
    const [header, ...sample] = found;
    if (!header || sample.length === 0) throw new Rejected('import_empty');
    const rows = await countRows(body, format.encoding);
    if (rows > MAX_IMPORT_ROWS) throw new Rejected('import_too_many_rows');
    const short = (cells: string[]) => cells.map((cell) => plain(cell).slice(0, SAMPLE_CELL));
    return { header: short(header), sample: sample.map(short), rows };
  }
}

function columnOf({ field, attributeId, optIn, metadata }: ImportColumnRequest): ImportColumn {
  if (field) return { to: 'field', field };
  if (attributeId) return { to: 'attribute', attributeId };
  if (optIn) return { to: 'optIn' };
  return metadata ? { to: 'metadata', name: metadata } : null;
}

const CHUNK = 64 * 1024;

/** Splits the file into chunks, so that `csvRows` reads only the beginning of a large file for the sample. */
function chunksOf(body: Buffer): Readable {
  const starts = Array.from({ length: Math.ceil(body.length / CHUNK) }, (_, index) => index * CHUNK);
  return Readable.from(starts.map((start) => body.subarray(start, start + CHUNK)));
}

/** Replaces characters that PostgreSQL cannot store. */
function plain(cell: string): string {
  return cell.toWellFormed().replaceAll('\0', '\ufffd').trim();
}

function withoutUndefined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}
