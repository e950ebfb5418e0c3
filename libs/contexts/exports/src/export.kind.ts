import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import { EXPORT, MAX_SHEET_ROWS } from '@parley/contracts/api/exports';
import type { Role } from '@parley/contracts/events';
import { AsOf } from '@parley/read-kit/as-of';
import type { Cell, ExportSource } from '@parley/feature/export-source';
import type { ItemOutcome, JobKind, RunningItem, RunningJob } from '@parley/feature/job-kind';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { ExportParts } from './export-parts';
import type { ExportRow } from './export-row';
import { ExportSources } from './export-sources';
import { ExportStore, KEPT_DAYS } from './export-store';
import { rowFormats } from './formats/format';

/** Number of characters of a piece; about as many bytes are in memory. */
const PIECE = 4 * 1024 * 1024;
/** Maximum number of files of messages in one export. */
export const MAX_FILES = 20_000;

const leftOut: ItemOutcome = { result: 'skipped', code: 'not_found' };

/** Makes the file of an export, from batches of some hundred conversations, contacts or entries. */
@Injectable()
export class ExportJobKind implements JobKind {
  readonly name = EXPORT;
  readonly batch = 500;
  /** The job's items are kept as long as the export can be run again, since that reuses them. */
  readonly keptDays = KEPT_DAYS;
  readonly overseenBy: Role = 'admin';

  constructor(
    private readonly exports: ExportStore,
    private readonly parts: ExportParts,
    private readonly sources: ExportSources,
    private readonly store: EventStore,
  ) {}

  async process(job: RunningJob, items: RunningItem[], signal: AbortSignal): Promise<ItemOutcome[]> {
    const row = await this.wanted(job);
    const source = this.sources.get(row.kind);
    const item = Number(items[0]!.payload);
    await this.parts.removeFrom(row.id, item);
    const found = new Set<string>();
    const batch = source.rows(
      items.map(({ key }) => key),
      row.request,
      {
        asOf: new AsOf(this.store, row.customer_id, row.cut_off),
        owner: { customerId: row.customer_id, userId: row.user_id, params: row.params },
        found: (key) => void found.add(key),
      },
    );
    const pieces = new Pieces(this.parts, { exportId: row.id, item });
    const write = lineOf(row, source);
    for await (const { rows, files } of batch) {
      signal.throwIfAborted();
      await pieces.add('rows', rows.map(write));
      if (row.request.withFiles)
        await pieces.add(
          'files',
          files.map((file) => `${JSON.stringify(file)}\n`),
        );
    }
    await pieces.flush();
    await this.requireRoom(row);
    return items.map(({ key }) => (found.has(key) ? { result: 'done' } : leftOut));
  }

  /** Computes size and hash of all pieces; repeating it gives the same result. */
  async finish(job: RunningJob): Promise<null> {
    const row = await this.wanted(job);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of this.parts.read(row.id, 'rows')) {
      hash.update(piece);
      bytes += piece.length;
    }
    const rows = await this.parts.count(row.id, 'rows');
    await this.exports.ready(row.id, { rows, bytes, sha256: hash.digest('hex') });
    return null;
  }

  /**
   * @throws CodedError `export_expired` if the file is no longer wanted: it was deleted, or a contact in it was
   *   erased
   */
  private async wanted({ id }: RunningJob): Promise<ExportRow> {
    const row = await this.exports.find(id);
    if (!row || (row.file !== 'making' && row.file !== 'ready')) throw new CodedError('export_expired');
    return row;
  }

  /** @throws CodedError `export_sheet_full`, `export_too_many_files` */
  private async requireRoom({ id, format, request }: ExportRow): Promise<void> {
    if (format === 'xlsx' && (await this.parts.count(id, 'rows')) >= MAX_SHEET_ROWS)
      throw new CodedError('export_sheet_full');
    if (request.withFiles && (await this.parts.count(id, 'files')) > MAX_FILES)
      throw new CodedError('export_too_many_files');
  }
}

/** Builds a function that writes a row as a line of the file, with names in place of ids. */
function lineOf({ format, request, names }: ExportRow, { named }: ExportSource) {
  const { fields } = request;
  const nameOf = (id: string) => (id in names ? (names[id] ?? null) : id);
  const inWords = (cell: Cell | undefined): Cell => {
    if (Array.isArray(cell)) return [...new Set(cell.flatMap((id) => nameOf(id) ?? []))].sort();
    return typeof cell === 'string' ? nameOf(cell) : (cell ?? null);
  };
  return (row: Record<string, Cell>) =>
    rowFormats[format].row(
      fields.map((name) => (named.includes(name) ? inWords(row[name]) : (row[name] ?? null))),
      fields,
    );
}

/** Collects lines until they fill a piece. */
class Pieces {
  private number = 0;
  private readonly held = { rows: new Gathered(), files: new Gathered() };

  constructor(
    private readonly parts: ExportParts,
    private readonly place: { exportId: string; item: number },
  ) {}

  async add(what: 'rows' | 'files', lines: string[]): Promise<void> {
    const held = this.held[what];
    for (const line of lines) {
      held.add(line);
      if (held.length >= PIECE) await this.store(what);
    }
  }

  async flush(): Promise<void> {
    await this.store('rows');
    await this.store('files');
  }

  private async store(what: 'rows' | 'files'): Promise<void> {
    const { lines } = this.held[what];
    if (lines.length === 0) return;
    this.held[what] = new Gathered();
    const place = { ...this.place, number: this.number++ };
    await this.parts.add(place, what, lines.join(''), lines.length);
  }
}

class Gathered {
  readonly lines: string[] = [];
  length = 0;

  add(line: string): void {
    this.lines.push(line);
    this.length += line.length;
  }
}
