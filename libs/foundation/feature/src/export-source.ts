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

/** Rows of an export, in the order in which `select` returned their keys. */
export interface ExportRows {
  rows: Record<string, Cell>[];
  /** Files of these rows: the path in the storage and the name in the ZIP file. */
  files: { path: string; name: string }[];
}

/** A feature's source of rows for exports; `libs/contexts/exports` writes the files (ADR 29). */
export interface ExportSource {
  kind: ExportKind;
  /** Ability that the user needs in addition to the ability for exports. */
  requires: `${string}:${string}`;
  /**
   * Views that the source reads. The export shows the state at one log position and waits until the views have folded
   * it.
   */
  views: readonly string[];
  /** @returns the fields of its rows */
  fields(customerId: string): Promise<ExportField[]>;
  /** Fields that contain ids; the export shows the name of each id instead. */
  named: readonly string[];
  /**
   * Makes the SQL statement for the rows that the viewer may see, in the order of the file, with the columns `key`
   * (text) and `payload` (jsonb). Called once per export; the keys are stored.
   */
  select(
    viewer: Principal,
    filter: ExportFilter,
    period: Pick<ExportQuery, 'from' | 'to'>,
  ): Promise<{ text: string; values: unknown[]; params: unknown }>;
  /**
   * Yields the rows of these keys that the owner may see now, as they were at the position of `at.asOf`, in bounded
   * portions.
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
