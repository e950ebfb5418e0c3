import { Logger } from '@nestjs/common';
import type { Sql } from '../../database/database';
import { backoff, pause } from '../../database/retry';
import { LeaseLost, type Lease } from '../../lease/lease';
import type { Leases } from '../../lease/leases';
import type { DeliveredMessage } from '../bus';
import { PARTITIONS } from '../partitions';
import type { Slots } from '../slots';
import { Wake } from '../../database/wake';

/** Maximum bytes of values in a batch, unless its first message alone is larger. */
const BATCH_BYTES = 8 * 1024 * 1024;

export interface Subscription {
  topic: string;
  group: string;
  batchSize: number;
  handle: (batch: DeliveredMessage[]) => Promise<void>;
  signal: AbortSignal;
}

/** Interval in ms at which offsets are stored; a crash repeats the messages that were handled in this time. */
const SAVE_EVERY_MS = 100;
/**
 * Maximum number of published messages of a partition that are kept in memory; later ones are read from the database.
 */
const MAX_HANDED = 1_000;

interface MessageRow {
  offset: string;
  id: string;
  key: string;
  value: Buffer;
  headers: Record<string, string>;
}

/** A partition that this process owns. */
class Partition {
  /** Offset of the next message to handle. */
  next: bigint;
  /** Messages that a publisher in this process passed on, from `next` on without gaps. */
  handed: DeliveredMessage[] = [];
  /** Whether the table may have messages after those in `handed`. */
  isBehind = true;

  constructor(
    readonly number: number,
    readonly lease: Lease,
    /** The group's offset in the database. */
    public stored: bigint,
  ) {
    this.next = stored;
  }

  take(message: DeliveredMessage): void {
    const isNext = BigInt(message.offset) === this.next + BigInt(this.handed.length);
    if (isNext && this.handed.length < MAX_HANDED) this.handed.push(message);
    else this.isBehind = true;
  }
}

/**
 * One consumer group of one topic in this process. Handles the partitions that it owns concurrently, and each
 * partition in order.
 */
export class GroupConsumer {
  private readonly logger = new Logger('Bus');
  private readonly owned = new Map<number, Partition>();
  /** Woken if the topic may have messages that no publisher in this process passed on. */
  private readonly looking = new Wake();
  private saving: Promise<void> | null = null;
  private readonly busy = new Map<number, Promise<void>>();

  constructor(
    private readonly database: Sql,
    private readonly leases: Leases,
    private readonly subscription: Subscription,
    private readonly slots: Slots,
    private readonly pollMs: number,
  ) {}

  /** Resolves once the signal has aborted and the running batches are done. */
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

  /** Takes messages that this process has just stored. */
  take(published: DeliveredMessage[]): void {
    const given = new Set<Partition>();
    for (const message of published) {
      const partition = this.owned.get(message.partition);
      if (!partition) continue;
      partition.take(message);
      given.add(partition);
    }
    // Started only now, so that messages that were published together can be handled in one batch.
    for (const partition of given) this.start(partition);
  }

  /** Checks the topic for new messages. */
  wake(): void {
    this.looking.wake();
  }

  /**
   * Handles a partition while this process owns its lease. When the lease ends, finishes the running batch and stores
   * its offset.
   */
  private async own(lease: Lease): Promise<void> {
    const number = Number(lease.name);
    const stored = await this.storedOffset(number, lease);
    if (stored !== null) {
      const partition = new Partition(number, lease, stored);
      this.owned.set(number, partition);
      this.start(partition);
    }
    await new Promise<void>((resolve) => {
      lease.signal.addEventListener('abort', () => resolve());
      if (lease.signal.aborted) resolve();
    });
    await this.busy.get(number);
    await this.save();
    this.owned.delete(number);
  }

  /** @returns the group's offset in the database; null if the lease is lost before it can be read */
  private async storedOffset(number: number, lease: Lease): Promise<bigint | null> {
    const { topic, group } = this.subscription;
    for (let failures = 0; lease.isOwned();) {
      try {
        const { rows } = await this.database.query<{ offset: string }>(
          'select "offset" from bus.consumer where topic = $1 and grp = $2 and partition = $3',
          [topic, group, number],
        );
        if (rows[0]) return BigInt(rows[0].offset);
        await this.join();
      } catch (error) {
        this.warn(`beginning with partition ${number}`, error);
        await pause(backoff(++failures), lease.signal);
      }
    }
    return null;
  }

  private async look(signal: AbortSignal): Promise<void> {
    let joined = false;
    for (let failures = 0; !signal.aborted;) {
      try {
        if (!joined) await this.join();
        joined = true;
        for (const { partition: number, next } of await this.partitionsBehind()) {
          const partition = this.owned.get(number);
          if (!partition || BigInt(next) <= partition.next + BigInt(partition.handed.length)) continue;
          partition.isBehind = true;
          this.start(partition);
        }
        failures = 0;
        await this.looking.sleep(this.pollMs, signal);
      } catch (error) {
        this.warn('looking for messages', error);
        await pause(backoff(++failures), signal);
      }
    }
  }

  /** Registers the group from the oldest message on, so that the sweep keeps the messages that it has yet to read. */
  private async join(): Promise<void> {
    await this.database.query(
      `insert into bus.consumer (topic, grp, partition)
       select $1, $2, generate_series(0, $3::int - 1) on conflict do nothing`,
      [this.subscription.topic, this.subscription.group, PARTITIONS],
    );
  }

  private async partitionsBehind(): Promise<{ partition: number; next: string }[]> {
    const { rows } = await this.database.query<{ partition: number; next: string }>(
      `select partition, p.next from bus.partition p join bus.consumer c using (topic, partition)
       where topic = $1 and c.grp = $2 and p.next > c."offset"`,
      [this.subscription.topic, this.subscription.group],
    );
    return rows;
  }

  private start(partition: Partition): void {
    const { number } = partition;
    if (this.busy.has(number)) return;
    this.busy.set(
      number,
      this.drain(partition).finally(() => {
        this.busy.delete(number);
        const isLeft = partition.handed.length > 0 || partition.isBehind;
        if (isLeft && this.owned.get(number) === partition && partition.lease.isOwned())
          this.start(partition);
      }),
    );
  }

  /** Handles batch after batch. During the pause after a failed batch, other partitions may use the slot. */
  private async drain(partition: Partition): Promise<void> {
    const { lease, number } = partition;
    for (let failures = 0; lease.isOwned();) {
      try {
        if (!(await this.slots.use(() => this.handleNext(partition)))) return;
        failures = 0;
      } catch (error) {
        if (error instanceof LeaseLost) return;
        this.warn(`handling partition ${number}`, error);
        await pause(backoff(++failures), lease.signal);
      }
    }
  }

  /** @returns whether there may be more messages */
  private async handleNext(partition: Partition): Promise<boolean> {
    const { number, lease, handed } = partition;
    const { batchSize } = this.subscription;
    if (!lease.isOwned()) return false;
    if (handed.length === 0 && !partition.isBehind) return false;
    const batch = handed.length > 0 ? cut(handed, batchSize) : await this.readOn(partition);
    const last = batch.at(-1);
    if (!last || !lease.isOwned()) return false;
    await this.subscription.handle(batch);
    const next = BigInt(last.offset) + 1n;
    // Drops messages that were both read from the table and passed on by a publisher.
    partition.handed = partition.handed.filter(({ offset }) => BigInt(offset) >= next);
    partition.next = next;
    this.saveSoon();
    if (!this.owned.has(number)) return false;
    return partition.handed.length > 0 || partition.isBehind;
  }

  private async readOn(partition: Partition): Promise<DeliveredMessage[]> {
    partition.isBehind = false;
    try {
      const batch = await this.read(partition);
      // There may be more messages until a read finds none.
      partition.isBehind ||= batch.length > 0;
      return batch;
    } catch (error) {
      partition.isBehind = true;
      throw error;
    }
  }

  private async read({ number, next }: Partition): Promise<DeliveredMessage[]> {
    const { topic, batchSize } = this.subscription;
    const { rows } = await this.database.query<MessageRow>(
      `select "offset", id, key, value, headers
       from (
         select m.*, sum(octet_length(value)) over (order by "offset") - octet_length(value) as bytes_before
         from (
           select * from bus.message where topic = $1 and partition = $2 and "offset" >= $3
           order by "offset" limit $4
         ) m
       ) batch
       where bytes_before < $5
       order by "offset"`,
      [topic, number, String(next), batchSize, BATCH_BYTES],
    );
    return rows.map(({ offset, id, key, value, headers }) => ({
      ...{ partition: number, offset, id, key, value, headers },
    }));
  }

  private saveSoon(): void {
    this.saving ??= pause(SAVE_EVERY_MS, new AbortController().signal).then(async () => {
      this.saving = null;
      await this.save();
    });
  }

  /**
   * Stores the offsets of all partitions that this process still owns. Tries again soon if that fails; a crash in
   * between repeats the messages.
   */
  private async save(): Promise<void> {
    const { topic, group } = this.subscription;
    const moved = [...this.owned.values()].filter(({ next, stored }) => next > stored);
    const [first] = moved;
    if (!first) return;
    const reached = moved.map(({ next }) => next);
    try {
      const { rows } = await this.database.query<{ partition: number }>(
        `update bus.consumer c set "offset" = m.reached
           from unnest($3::int[], $4::bigint[], $5::bigint[]) m (partition, reached, fence)
          where c.topic = $1 and c.grp = $2 and c.partition = m.partition and c."offset" < m.reached
            and parley.owns_lease($6, m.partition::text, m.fence)
         returning c.partition`,
        [
          ...[topic, group, moved.map(({ number }) => number), reached.map(String)],
          ...[moved.map(({ lease }) => lease.fence), first.lease.pool],
        ],
      );
      const saved = new Set(rows.map((row) => row.partition));
      moved.forEach((partition, index) => {
        if (saved.has(partition.number)) partition.stored = reached[index]!;
      });
    } catch (error) {
      this.warn('storing how far it has come', error);
      if (this.owned.size > 0) this.saveSoon();
    }
  }

  private warn(doing: string, error: unknown): void {
    const { topic, group } = this.subscription;
    this.logger.warn(`${group} failed ${doing} of ${topic} and will try again: ${String(error)}`);
  }
}

/** @returns the first messages that fit into a batch */
function cut(messages: DeliveredMessage[], batchSize: number): DeliveredMessage[] {
  const batch: DeliveredMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (batch.length === batchSize || (batch.length > 0 && bytes >= BATCH_BYTES)) break;
    batch.push(message);
    bytes += message.value.length;
  }
  return batch;
}
