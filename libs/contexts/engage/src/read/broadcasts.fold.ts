import {
  idOf,
  type BroadcastBatchEvent,
  type BroadcastEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { Sql } from '@parley/platform/database/database';
import { broadcast, type BroadcastState } from '../domain/broadcast';

/** A row of `broadcast`. */
export interface BroadcastRow {
  id: string;
  customer_id: string;
  number: number;
  status: BroadcastState['status'];
  state: BroadcastState;
  planned_after: string | null;
  created_by: string;
  created_at: string;
  changed_at: string;
  starts_at: string | null;
  ended_at: string | null;
}

type Seen = RecordedEvent & (BroadcastEvent | BroadcastBatchEvent);

/** Folds the events of one batch into the rows of their broadcasts. */
export class BroadcastsFold {
  private constructor(private readonly rows: Map<string, BroadcastRow>) {}

  static async load(events: Seen[], tx: Sql): Promise<BroadcastsFold> {
    const about = (event: Seen) =>
      'broadcastId' in event.data ? event.data.broadcastId : idOf(event.stream);
    const { rows } = await tx.query<BroadcastRow & { [column: string]: unknown }>(
      'select * from broadcast where id = any($1::uuid[])',
      [[...new Set(events.map(about))]],
    );
    const fold = new BroadcastsFold(new Map(rows.map((row) => [row.id, row])));
    const drafted = events.filter(
      ({ type, stream }) => type === 'BroadcastDrafted' && !fold.rows.has(idOf(stream)),
    );
    const numbers = await numbersOf([...new Set(drafted.map(({ customerId }) => customerId))], tx);
    for (const event of events) fold.apply(event, numbers);
    return fold;
  }

  private apply(event: Seen, numbers: Map<string, number>): void {
    if (event.type === 'RecipientsSkipped') return;
    if (event.type === 'RecipientsPlanned') {
      const row = this.rows.get(event.data.broadcastId);
      if (row) row.planned_after = event.data.next ?? row.planned_after;
      return;
    }
    const id = idOf(event.stream);
    const { type, customerId, time, actor } = event;
    if (type === 'BroadcastDrafted' && !this.rows.has(id)) {
      const number = (numbers.get(customerId) ?? 0) + 1;
      numbers.set(customerId, number);
      this.rows.set(id, {
        ...{ id, customer_id: customerId, number, status: 'missing', state: broadcast.initialState },
        ...{ planned_after: null, created_by: actor.id, created_at: time, changed_at: time },
        ...{ starts_at: null, ended_at: null },
      });
    }
    const row = this.rows.get(id);
    if (!row) return;
    row.state = broadcast.evolve(row.state, event);
    row.status = row.state.status;
    row.changed_at = time;
    if (type === 'BroadcastStarted') row.starts_at = event.data.from;
    row.ended_at = row.status === 'finished' || row.status === 'cancelled' ? (row.ended_at ?? time) : null;
  }

  async save(tx: Sql): Promise<void> {
    await upsert(tx, 'broadcast', ['id'], [...this.rows.values()]);
  }
}

async function numbersOf(customerIds: string[], tx: Sql): Promise<Map<string, number>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; number: number }>(
    `select customer_id as id, max(number) as number from broadcast
      where customer_id = any($1::uuid[]) group by customer_id`,
    [customerIds],
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}
