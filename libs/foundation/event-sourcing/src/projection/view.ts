import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';

/** A row that a batch of events changed, for the realtime role to push. */
export interface Change {
  /** Position of the event that changed the row. */
  position: string;
  customerId: string;
  /** Id of the row in its view. */
  id: string;
  /**
   * Id of the outer row to which a window subscribes, such as the conversation of an entry; null for a row without an
   * outer row.
   */
  parentId: string | null;
  /**
   * The data that decided who may see the row, as JSON in the form of its `LiveView`; null if the row did not exist.
   */
  before: unknown;
  /** The same data after the change; null if the row was removed. */
  after: unknown;
  /** Correlation id of the cause, if it is traced. */
  correlationId?: string;
}

/**
 * A change of access instead of a row: of one user, of the users of a channel, or of the whole organisation.
 * @param id the user's, channel's or organisation's id
 */
export function accessChange({ position, customerId }: RecordedEvent, id: string): Change {
  return { position, customerId, id, parentId: null, before: null, after: null };
}

export function isAccessChange({ parentId, before, after }: Change): boolean {
  return parentId === null && before === null && after === null;
}

/**
 * A read model: tables in a schema of its own, folded from the log. Since the tables can be dropped and filled again
 * at any time, a view calls no other service, reads no clock and no other tables, and accepts every event in any
 * batch size.
 */
export interface View {
  /** Name of the view and of its PostgreSQL schema. */
  name: string;
  /** Prefixes of the names of the streams that the view reads: `conversation-`. */
  prefixes: string[];
  /** Whether an event can change none of the view's rows, so that it need not be folded. */
  ignores?(event: RecordedEvent): boolean;
  /** Creates the tables with unqualified names: the runner sets the search path to the schema being filled. */
  ddl: string;
  /** Whether the DDL includes the table of `erasedDdl`, which records erased contacts and users. */
  remembersErased?: boolean;
  /**
   * Time in ms for which the view gathers events before it folds the next batch, unless a caller waits for the view.
   * For views whose rows no open window shows.
   */
  gatherMs?: number;
  /** DDL of indexes that slow down filling; a rebuild creates them after it has filled the tables. */
  indexes?: string;
  /**
   * Folds a batch in log order.
   * @returns the changed rows
   */
  project(events: RecordedEvent[], tx: Sql): Promise<Change[]>;
}
