import type { ExportField, ExportFilter, ExportKind } from '@parley/contracts/api/exports';
import type { Principal } from '@parley/platform/http/principal';
import type { AsOf } from '@parley/read-kit/as-of';

/** Value of a field in an export. A list is one cell. */
export type Cell = string | number | boolean | null | string[];

/** Parameters of an export. */
export interface ExportQuery {
  /** ISO 8601 in UTC; null for no bound. */
  from: string | null;
  to: string | null;
  fields: string[];
  withNotes: boolean;
}

/** The user for whom an export runs after the request has ended. */
export interface ExportOwner {
  customerId: string;
  userId: string;
  /** The `params` that `select` returned. */
  params: unknown;
}

/** Rows in the order of the selection. */
export interface ExportRows {
  rows: Record<string, Cell>[];
  /** Files of these rows: the path in the storage and the name in the ZIP file. */
  files: { path: string; name: string }[];
}

/** A feature's source of rows for exports; `libs/contexts/exports` writes the files (ADR 29). */
export interface ExportSource {
  kind: ExportKind;
  /** Ability that the user needs in addition to that for exports. */
  requires: `${string}:${string}`;
  /** Views that it reads; the export waits until they have folded the position as of which it runs. */
  views: readonly string[];
  /** @returns the fields of its rows */
  fields(customerId: string): Promise<ExportField[]>;
  /** Fields with ids; the export contains the names of these ids. */
  named: readonly string[];
  /**
   * Makes the statement that selects the rows that the viewer may see: `key` (text) and `payload` (jsonb), in the
   * order of the file. Called once per export; the keys are stored.
   */
  select(
    viewer: Principal,
    filter: ExportFilter,
    period: Pick<ExportQuery, 'from' | 'to'>,
  ): Promise<{ text: string; values: unknown[]; params: unknown }>;
  /**
   * Yields the rows of these keys as of a log position, in bounded portions, if the owner may see them now.
   * @param at.found called with each key that exists
   */
  rows(
    keys: string[],
    query: ExportQuery,
    at: { asOf: AsOf; owner: ExportOwner; found: (key: string) => void },
  ): AsyncIterable<ExportRows>;
  /** @returns names by id for the `named` fields of any source; null for an id whose name no longer exists */
  names?(customerId: string): Promise<Map<string, string | null>>;
}
