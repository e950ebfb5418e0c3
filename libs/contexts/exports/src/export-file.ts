import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { EXPORTED_ATTRIBUTE } from '@parley/contracts/api/exports';
import { Secrets } from '@parley/platform/security/keys';
import { FileMissing, Storage } from '@parley/platform/storage/storage';
import { ExportParts } from './export-parts';
import type { ExportRow } from './export-row';
import { rowFormats } from './formats/format';
import { packageOf, type Packed } from './formats/package';
import { workbookOf } from './formats/xlsx';

export const PASSWORD = 'password';

/** A file to send as a response. */
export interface SentFile {
  name: string;
  contentType: string;
  open: () => Promise<Readable>;
}

/** Assembles the file of an export while it is sent. */
@Injectable()
export class ExportFiles {
  constructor(
    private readonly parts: ExportParts,
    private readonly storage: Storage,
    private readonly secrets: Secrets,
  ) {}

  of(row: ExportRow): SentFile {
    const { isZipped, withFiles, hasPassword } = row.request;
    const format = rowFormats[row.format];
    const stem = `${row.kind}-${row.created_at.toISOString().slice(0, 10)}`;
    const name = `${stem}.${format.extension}`;
    const open = () => Promise.resolve(this.rowsOf(row));
    if (!isZipped && !withFiles && !hasPassword) return { name, contentType: format.contentType, open };
    const { customer_id, id } = row;
    return {
      name: `${stem}.zip`,
      contentType: 'application/zip',
      open: async () => {
        const password = hasPassword ? await this.secrets.get(customer_id, id, PASSWORD) : null;
        if (hasPassword && password === null) throw new Error('The password of an export is gone.');
        return packageOf(this.packed(row, { name, open }), password);
      },
    };
  }

  private rowsOf(row: ExportRow): Readable {
    const { parts } = this;
    const rows = Readable.from(
      (async function* () {
        const head = rowFormats[row.format].head(headingsOf(row));
        if (head !== '') yield Buffer.from(head);
        yield* parts.read(row.id, 'rows');
      })(),
    );
    return row.format === 'xlsx' ? workbookOf(rows) : rows;
  }

  private async *packed(row: ExportRow, rows: Packed): AsyncGenerator<Packed> {
    yield rows;
    if (!row.request.withFiles) return;
    const missing: string[] = [];
    for await (const piece of this.parts.read(row.id, 'files')) {
      for (const line of piece.toString().split('\n').filter(Boolean)) {
        const { path, name } = JSON.parse(line) as { path: string; name: string };
        yield { name, open: () => this.openOr(path, () => missing.push(name)) };
      }
    }
    yield { name: 'missing-files.txt', open: () => Promise.resolve(Readable.from([missing.join('\n')])) };
  }

  /** A file that was deleted since is empty, and listed in `missing-files.txt`. */
  private openOr(path: string, onMissing: () => void): Promise<Readable> {
    return this.storage.stream(path).catch((error: unknown) => {
      if (!(error instanceof FileMissing)) throw error;
      onMissing();
      return Readable.from([]);
    });
  }
}

/** Headings of the columns: their field names, or the organisation's names of custom attributes. */
export function headingsOf({ request, names }: Pick<ExportRow, 'request' | 'names'>): string[] {
  return request.fields.map((field) =>
    field.startsWith(EXPORTED_ATTRIBUTE) ? (names[field.slice(EXPORTED_ATTRIBUTE.length)] ?? field) : field,
  );
}
