import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';

/** Name of the view that all settings entities of the catalogue share. */
export const CATALOGUE = 'catalogue';

/**
 * Tables of a settings entity in the view `catalogue`, projected from its own streams and, for usage counts, from
 * those of conversations and contacts.
 */
export interface Part {
  /** Prefixes of the names of the streams to read, such as `tag-`. */
  prefixes: string[];
  /** SQL that creates the tables. */
  ddl: string;
  /** Projects a batch of the whole view's events, in log order; skips events of other entities. */
  project(events: RecordedEvent[], tx: Sql): Promise<void>;
}
