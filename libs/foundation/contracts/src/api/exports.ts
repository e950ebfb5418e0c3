import type { Job } from './jobs';

/** Kind of the job that makes the file of an export. */
export const EXPORT = 'export';

export const exportKinds = ['conversations', 'messages', 'contacts', 'metrics', 'audit'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportFormats = ['csv', 'xlsx', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Maximum period of an export: a year, which may be a leap year. */
export const MAX_EXPORT_DAYS = 366;
/** Minimum number of seconds between two exports of a user. */
export const EXPORT_EVERY_SECONDS = 60;
/** Minutes for which a download link works. */
export const EXPORT_LINK_MINUTES = 10;
/** Days for which the file of an export is kept. */
export const EXPORT_FILE_DAYS = 7;
/** Prefix of the column of a custom attribute, followed by the attribute's id. */
export const EXPORTED_ATTRIBUTE = 'attribute:';
/** Maximum number of rows of a sheet, including the header row (ECMA-376; also Excel's limit). */
export const MAX_SHEET_ROWS = 1_048_576;

/** Filters of an export, the same as in the list of its kind. Absent fields do not filter. */
export interface ExportFilter {
  /** For conversations and messages: the status, as in the inbox. */
  status?: 'open' | 'snoozed' | 'archived';
  channels?: string[];
  tags?: string[];
  teams?: string[];
  labelIds?: string[];
  userIds?: string[];
  keyword?: string;
  /** For contacts: `ContactConditions` as JSON; and ids of contacts that the user selected. */
  conditions?: string;
  ids?: string[];
  /** For the audit: only sign-ins, or only other changes. */
  entries?: 'changes' | 'sign-ins';
}

/** State of the file. `erased`: deleted because a person was erased whose data it may contain. */
export type ExportFileState = 'making' | 'ready' | 'expired' | 'deleted' | 'erased';

/** A column that exports of a kind can have. */
export interface ExportField {
  name: string;
  /** Name of a custom attribute; null for built-in columns. */
  label: string | null;
  /** Whether the column is selected by default. */
  isUsual: boolean;
}

/** An export and the job that makes its file. */
export interface Export {
  id: string;
  kind: ExportKind;
  format: ExportFormat;
  /** ISO 8601 UTC, like all times of an export; null: no beginning or no end. */
  from: string | null;
  to: string | null;
  filter: ExportFilter;
  fields: string[];
  withNotes: boolean;
  withFiles: boolean;
  isZipped: boolean;
  hasPassword: boolean;
  userId: string;
  createdAt: string;
  /** Log position: the export contains the state at this position. */
  cutOff: string;
  job: Job | null;
  /**
   * Number of rows in the file, and of selected rows that are not in it: deleted, erased, or no longer visible to the
   * user.
   */
  rows: number;
  leftOut: number;
  /** Size in bytes of the rows before compression; null until the job has finished. */
  bytes: number | null;
  /** SHA-256 of the rows in hexadecimal; running the export again gives the same value. */
  sha256: string | null;
  file: ExportFileState;
  /** Until when the file is kept; null before it is made. */
  fileUntil: string | null;
}

/** GET /api/v3/exports, newest first. */
export interface ExportsResponse {
  data: Export[];
  /** Value of `before` for the next page; null on the last page. */
  next: string | null;
  /** When the viewer can start another export; null: now. */
  nextAt: string | null;
}

/** POST /api/v3/exports/{id}/link */
export interface ExportLinkResponse {
  /** Opens the file until `validUntil`, only for the user who requested the export. */
  url: string;
  validUntil: string;
}

/** GET /api/v3/exports/fields */
export interface ExportFieldsResponse {
  data: ExportField[];
}
