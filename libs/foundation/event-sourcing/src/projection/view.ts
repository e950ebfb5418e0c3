import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';

/** A row that a batch of events changed, for the realtime role to push. */
export interface Change {
  /** Position of the event that changed it. */
  position: string;
  customerId: string;
  /** Finds the row in its view. */
  id: string;
  /** What holds the row and is followed as a whole, such as the thread of an entry; null for a row by itself. */
  parentId: string | null;
  /** What decided who may see the row, in the form of its view's `LiveView`, as JSON; null where there was no row. */
  before: unknown;
  /** The same after the change. */
  after: unknown;
  /** What caused it, where that is traced. */
  correlationId?: string;
}

/**
 * A change of no row but of what somebody may see: of a user, through a channel or in the whole organisation.
 * @param id the user's, the channel's or the organisation's
 */
export function accessChange({ position, customerId }: RecordedEvent, id: string): Change {
  return { position, customerId, id, parentId: null, before: null, after: null };
}

export function isAccessChange({ parentId, before, after }: Change): boolean {
  return parentId === null && before === null && after === null;
}

/**
 * A read model: tables of its own in a schema of its own, folded from the log. It can be dropped and rebuilt from
 * nothing, so it never calls out, reads no clock and no foreign table, and copes with every fact in any batch size.
 */
export interface View {
  /** The PostgreSQL schema that holds it. */
  name: string;
  /** Streams it reads, as prefixes of their names: `conversation-`. */
  prefixes: string[];
  /** Whether a fact of those streams changes none of its rows, whatever they are: nothing is folded for it. */
  ignores?(event: RecordedEvent): boolean;
  /** Creates its tables, unqualified: the runner sets the search path to the schema being filled. */
  ddl: string;
  /** Has the table of `erasedDdl`. */
  remembersErased?: boolean;
  /**
   * Milliseconds for which it gathers events before it folds the next batch, as long as nobody waits for it: for what
   * nobody follows live.
   */
  gatherMs?: number;
  /** Indexes that are slow to maintain; created after a rebuild has filled the tables. */
  indexes?: string;
  /** Folds a batch, in log order, and names the rows it changed. */
  project(events: RecordedEvent[], tx: Sql): Promise<Change[]>;
}
