import { Logger } from '@nestjs/common';
import type { Sql } from '../../database/database';
import { backoff, pause } from '../../database/retry';
import { LeaseLost, type Lease } from '../../lease/lease';
import type { Leases } from '../../lease/leases';
import type { DeliveredMessage } from '../bus';
import { PARTITIONS } from '../partitions';
import type { Slots } from '../slots';
import type { Wake } from './wake';

/** Bytes of values that a batch holds at most, unless its first message alone has more. */
const BATCH_BYTES = 8 * 1024 * 1024;

export interface Subscription {
  topic: string;
  group: string;
  batchSize: number;
  handle: (batch: DeliveredMessage[]) => Promise<void>;
  signal: AbortSignal;
}

interface MessageRow {
  offset: string;
  id: string;
  key: string;
  value: Buffer;
  headers: Record<string, string>;
  committed: string;
}

/** One consumer group of one topic in this process. It works on the partitions it owns side by side, on each in order. */
export class GroupConsumer {
  private readonly logger = new Logger('Bus');
  private readonly owned = new Map<number, Lease>();
  private readonly busy = new Map<number, Promise<void>>();

  constructor(
    private readonly database: Sql,
    private readonly leases: Leases,
    private readonly subscription: Subscription,
    /** Woken whenever the topic may have something new. */
    private readonly wake: Wake,
    private readonly slots: Slots,
    private readonly pollMs: number,
  ) {}

  /** Resolves once the signal aborted and the batches in hand are done. */
  async run(): Promise<void> {
    const { topic, group, signal } = this.subscription;
    const partitions = Array.from({ length: PARTITIONS }, (_, partition) => String(partition));
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const shared = this.leases
      .share(`bus/${topic}/${group}`, partitions, (lease) => this.own(lease), stopping.signal)
      .finally(stop);
    await this.look(stopping.signal);
    await shared.finally(() => signal.removeEventListener('abort', stop));
  }

  /** Has a partition worked on for as long as it is ours, and the batch in hand finished. */
  private async own(lease: Lease): Promise<void> {
    const partition = Number(lease.name);
    this.owned.set(partition, lease);
    this.wake.wake();
    await new Promise<void>((resolve) => lease.signal.addEventListener('abort', () => resolve()));
    this.owned.delete(partition);
    await this.busy.get(partition);
  }

  private async look(signal: AbortSignal): Promise<void> {
    let joined = false;
    for (let failures = 0; !signal.aborted;) {
      try {
        if (!joined) await this.join();
        joined = true;
        for (const partition of await this.partitionsBehind()) this.start(partition);
        failures = 0;
        await this.wake.sleep(this.pollMs, signal);
      } catch (error) {
        this.warn('looking for messages', error);
        await pause(backoff(++failures), signal);
      }
    }
  }

  /** Makes the group known, so that nothing it has yet to read is swept. It begins with the oldest message. */
  private async join(): Promise<void> {
    await this.database.query(
      `insert into bus.consumer (topic, grp, partition)
       select $1, $2, generate_series(0, $3::int - 1) on conflict do nothing`,
      [this.subscription.topic, this.subscription.group, PARTITIONS],
    );
  }

  private async partitionsBehind(): Promise<number[]> {
    const { rows } = await this.database.query<{ partition: number }>(
      `select partition from bus.partition p join bus.consumer c using (topic, partition)
       where topic = $1 and c.grp = $2 and p.next > c."offset"`,
      [this.subscription.topic, this.subscription.group],
    );
    return rows.map((row) => row.partition);
  }

  private start(partition: number): void {
    const lease = this.owned.get(partition);
    if (!lease || this.busy.has(partition)) return;
    this.busy.set(
      partition,
      this.drain(partition, lease).finally(() => {
        this.busy.delete(partition);
        // What was published while the partition counted as busy has been passed over.
        this.wake.wake();
      }),
    );
  }

  /** Handles batch after batch. The pause after a failure gives its slot to other partitions. */
  private async drain(partition: number, lease: Lease): Promise<void> {
    const { batchSize } = this.subscription;
    for (let failures = 0; lease.isOwned();) {
      try {
        const handled = await this.slots.use(() => this.handleNext(partition, lease));
        if (handled < batchSize) return;
        failures = 0;
      } catch (error) {
        if (error instanceof LeaseLost) return;
        this.warn(`handling partition ${partition}`, error);
        await pause(backoff(++failures), lease.signal);
      }
    }
  }

  /** @returns how many messages were handled and committed. */
  private async handleNext(partition: number, lease: Lease): Promise<number> {
    if (!lease.isOwned()) return 0;
    const rows = await this.read(partition);
    const first = rows[0];
    const last = rows.at(-1);
    if (!first || !last || !lease.isOwned()) return 0;
    await this.subscription.handle(
      rows.map(({ offset, id, key, value, headers }) => ({ partition, offset, id, key, value, headers })),
    );
    await this.commit(partition, first.committed, last.offset, lease);
    return rows.length;
  }

  private async read(partition: number): Promise<MessageRow[]> {
    const { topic, group, batchSize } = this.subscription;
    const { rows } = await this.database.query<MessageRow>(
      `select "offset", id, key, value, headers, committed
       from (
         select m.*, c."offset" as committed,
                sum(octet_length(m.value)) over (order by m."offset") - octet_length(m.value) as bytes_before
         from bus.consumer c
         cross join lateral (
           select * from bus.message
           where topic = c.topic and partition = c.partition and "offset" >= c."offset"
           order by "offset" limit $4
         ) m
         where c.topic = $1 and c.grp = $2 and c.partition = $3
       ) batch
       where bytes_before < $5
       order by "offset"`,
      [topic, group, partition, batchSize, BATCH_BYTES],
    );
    return rows;
  }

  /** Moves on from the offset the batch was read at, if the partition is still ours. */
  private async commit(partition: number, committed: string, handled: string, lease: Lease): Promise<void> {
    const { topic, group } = this.subscription;
    const { rowCount } = await this.database.query(
      `update bus.consumer set "offset" = $5::bigint + 1
       where topic = $1 and grp = $2 and partition = $3 and "offset" = $4 and parley.owns_lease($6, $7, $8)`,
      [topic, group, partition, committed, handled, lease.pool, lease.name, lease.fence],
    );
    if (rowCount === 0) throw new LeaseLost(`Partition ${partition} of ${topic} has another owner.`);
  }

  private warn(doing: string, error: unknown): void {
    const { topic, group } = this.subscription;
    this.logger.warn(`${group} failed ${doing} of ${topic} and will try again: ${String(error)}`);
  }
}
