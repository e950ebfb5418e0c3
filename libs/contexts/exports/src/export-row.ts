import type {
  Export,
  ExportFileState,
  ExportFilter,
  ExportFormat,
  ExportKind,
} from '@parley/contracts/api/exports';
import type { Job } from '@parley/contracts/api/jobs';

/** The selection and the options that a user requested for an export. */
export interface AskedExport {
  from: string | null;
  to: string | null;
  filter: ExportFilter;
  fields: string[];
  withNotes: boolean;
  withFiles: boolean;
  isZipped: boolean;
  hasPassword: boolean;
}

/** A row of parley.export. */
export interface ExportRow {
  id: string;
  customer_id: string;
  user_id: string;
  kind: ExportKind;
  format: ExportFormat;
  request: AskedExport;
  params: unknown;
  cut_off: string;
  names: Record<string, string | null>;
  row_count: string;
  byte_count: string | null;
  sha256: string | null;
  file: ExportFileState;
  created_at: Date;
  file_until: Date;
}

/** @param job null if its record was deleted */
export function toExport(row: Omit<ExportRow, 'names'>, job: Job | null): Export {
  const { id, kind, format, request, sha256 } = row;
  // A file past its time counts as expired, even if it was not swept yet.
  const isOver = row.file === 'ready' && row.file_until.getTime() <= Date.now();
  return {
    ...{ id, kind, format, sha256, job, ...request },
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    cutOff: row.cut_off,
    rows: Number(row.row_count),
    leftOut: job?.skipped ?? 0,
    bytes: row.byte_count === null ? null : Number(row.byte_count),
    file: isOver ? 'expired' : row.file,
    fileUntil: row.file === 'ready' ? row.file_until.toISOString() : null,
  };
}
