import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';

/** What decides who may see a row, as it was before and as it is after a change; null where there was or is none. */
export interface Access {
  channelId: string;
  assignedUserId: string | null;
  assignedTeamId: string | null;
}

/** A row that a batch of events changed, for the realtime role to push. */
export interface Change {
  /** Position of the event that changed it. */
  position: string;
  customerId: string;
  /** What the row is found by: a conversation's id, an entry's. */
  id: string;
  /** The conversation the row belongs to. */
  conversationId: string;
  before: Access | null;
  after: Access | null;
  /** What caused it, where that is traced. */
  correlationId?: string;
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
  /** Creates its tables, unqualified: the runner sets the search path to the schema being filled. */
  ddl: string;
  /** Indexes that are slow to maintain; created after a rebuild has filled the tables. */
  indexes?: string;
  /** Folds a batch, in log order, and names the rows it changed. */
  project(events: RecordedEvent[], tx: Sql): Promise<Change[]>;
}
