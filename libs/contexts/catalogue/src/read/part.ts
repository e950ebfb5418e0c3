import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';

/** The name of the view that all nouns of the catalogue share. */
export const CATALOGUE = 'catalogue';

/** A noun's part of the view `catalogue`: tables of its own, folded from its own streams and those that it counts. */
export interface Part {
  /** Streams that it reads, as prefixes of their names: `tag-`. */
  prefixes: string[];
  /** Creates its tables. */
  ddl: string;
  /** Folds a batch of the view's events, in log order. Events that it does not know are left alone. */
  project(events: RecordedEvent[], tx: Sql): Promise<void>;
}
