import type { Job } from './jobs';

/** The kind of job that makes the file of an export. */
export const EXPORT = 'export';

/** What can be exported. */
export const exportKinds = ['conversations', 'messages', 'contacts', 'metrics', 'audit'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportFormats = ['csv', 'xlsx', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The longest period of an export: a year, which may have a leap day. */
export const LONGEST_EXPORT_DAYS = 366;
/** Between two exports of one person. */
export const EXPORT_EVERY_SECONDS = 60;
/** For so long a link opens the file of an export. */
export const EXPORT_LINK_MINUTES = 10;
/** For so long the file of an export is kept. */
export const EXPORT_FILE_DAYS = 7;
/** Fields of contacts that an organisation made itself are named by their ids, after this. */
export const EXPORTED_ATTRIBUTE = 'attribute:';
/** Rows of one sheet of a workbook, with that of the headings (ECMA-376, and Excel's own limit). */
export const MOST_SHEET_ROWS = 1_048_576;

/** What narrows an export: the same as in the list of its kind. Absent fields narrow nothing. */
export interface ExportFilter {
  /** Of conversations and messages: as in the inbox. */
  status?: 'open' | 'snoozed' | 'archived';
  channels?: string[];
  tags?: string[];
  teams?: string[];
  labelIds?: string[];
  userIds?: string[];
  keyword?: string;
  /** Of contacts: JSON, `ContactConditions`, and those who were selected by hand. */
  conditions?: string;
  ids?: string[];
  /** Of the audit: sign-ins alone, or changes without them. */
  entries?: 'changes' | 'sign-ins';
}

/** What becomes of the file of an export. */
export type ExportFileState = 'making' | 'ready' | 'expired' | 'deleted' | 'erased';

/** What of an export can be exported, by its kind. */
export interface ExportField {
  name: string;
  /** What an organisation calls it, where it made it itself. */
  label: string | null;
  /** Whether it is among those that are chosen at first. */
  isUsual: boolean;
}

/** An export, with the job that makes its file. */
export interface Export {
  id: string;
  kind: ExportKind;
  format: ExportFormat;
  /** ISO 8601 UTC, as all times; null: no beginning, no end. */
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
  /** It holds what the log said up to this position, and at this time. */
  cutOff: string;
  job: Job | null;
  /** Rows of the file, and how many of what was selected are left out: deleted, erased, or not to be seen any more. */
  rows: number;
  leftOut: number;
  /** Bytes of the rows, before they are zipped; null until all are made. */
  bytes: number | null;
  /** SHA-256 of the rows, in hexadecimal: run again, it is the same. */
  sha256: string | null;
  file: ExportFileState;
  /** Until when the file is kept; null before it is made. */
  fileUntil: string | null;
}

/** GET /api/v3/exports, the newest first. */
export interface ExportsResponse {
  data: Export[];
  /** Names the next page as `before`; null on the last one. */
  next: string | null;
  /** When the viewer may begin another one; null: now. */
  nextAt: string | null;
}

/** POST /api/v3/exports/{id}/link */
export interface ExportLinkResponse {
  /** Opens the file until then, for who asked for it alone. */
  url: string;
  validUntil: string;
}

/** GET /api/v3/exports/fields */
export interface ExportFieldsResponse {
  data: ExportField[];
}
