import type { ExportField, ExportFilter, ExportKind } from '@parley/contracts/api/exports';
import type { Principal } from '@parley/platform/http/principal';
import type { AsOf } from '@parley/read-kit/as-of';

/** What a row says under one of its fields. A list is one cell. */
export type Cell = string | number | boolean | null | string[];

/** What is exported of what was selected. */
export interface ExportQuery {
  /** ISO 8601 UTC; null: no beginning, no end. */
  from: string | null;
  to: string | null;
  fields: string[];
  withNotes: boolean;
}

/** Who an export is made for, once the request that asked for it has ended. */
export interface ExportOwner {
  customerId: string;
  userId: string;
  /** What `select` gave as `params`. */
  params: unknown;
}

/** Rows of what was selected, in its order. */
export interface ExportRows {
  rows: Record<string, Cell>[];
  /** Files of these rows: where storage holds them, and what they are called in the ZIP file. */
  files: { path: string; name: string }[];
}

/** A feature's source of rows for exports; `libs/contexts/exports` writes the files (ADR 29). */
export interface ExportSource {
  kind: ExportKind;
  /** Who may export it, besides being one who may export at all. */
  requires: `${string}:${string}`;
  /** The views it reads: they are to hold the position as of which it exports. */
  views: readonly string[];
  /** The fields of its rows. */
  fields(customerId: string): Promise<ExportField[]>;
  /** Fields that hold ids of what has a name: the name is exported. */
  named: readonly string[];
  /**
   * What is selected, as far as whoever asks may see it: a statement that selects `key` (text) and `payload` (jsonb), in
   * the order of the file. It is asked once; the keys are kept.
   */
  select(
    viewer: Principal,
    filter: ExportFilter,
    period: Pick<ExportQuery, 'from' | 'to'>,
  ): Promise<{ text: string; values: unknown[]; params: unknown }>;
  /**
   * The rows of these keys, as of a position and as far as the owner may see them now: a bounded number at a time.
   * @param found is told of each key that is there
   */
  rows(
    keys: string[],
    query: ExportQuery,
    at: { asOf: AsOf; owner: ExportOwner; found: (key: string) => void },
  ): AsyncIterable<ExportRows>;
  /** What things are called whose ids stand in `named` fields of whichever source; null for what is called nothing any more. */
  names?(customerId: string): Promise<Map<string, string | null>>;
}
