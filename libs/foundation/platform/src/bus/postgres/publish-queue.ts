import { isConnectionError, type Database } from '../../database/database';
import type { BusMessage, DeliveredMessage } from '../bus';
import { partitionOf } from '../partitions';

/** Maximum number of calls that share one commit. */
const BATCH = 64;
/** Maximum bytes of values in one commit, unless a single call has more. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Maximum number of concurrent commits of a topic: while a commit waits for the disk, the next collects messages. */
const LANES = 2;

interface PendingPublish {
  messages: BusMessage[];
  bytes: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Publishes to one topic: calls that queue up while earlier messages commit share the next commit. Otherwise
 * publishers to one partition would commit one after the other, since each locks the partition's row.
 */
export class PublishQueue {
  private readonly queue: PendingPublish[] = [];
  private busy = 0;

  constructor(
    private readonly database: Database,
    private readonly topic: string,
    /** Receives stored messages, with their partitions and offsets. */
    private readonly onPublished: (messages: DeliveredMessage[]) => void = () => undefined,
  ) {}

  /** Stores all messages or none; they are durable once it resolves. */
  publish(messages: BusMessage[]): Promise<void> {
    const bytes = messages.reduce((sum, { value }) => sum + value.length, 0);
    return new Promise((resolve, reject) => {
      this.queue.push({ messages, bytes, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    while (this.busy < LANES && this.queue.length > 0) {
      const batch = this.takeBatch();
      this.busy++;
      void this.commit(batch).finally(() => {
        this.busy--;
        this.next();
      });
    }
  }

  private takeBatch(): PendingPublish[] {
    let [count, bytes] = [0, 0];
    for (const { bytes: more } of this.queue) {
      if (count === BATCH || (count > 0 && bytes + more > BATCH_BYTES)) break;
      count++;
      bytes += more;
    }
    return this.queue.splice(0, count);
  }

  private async commit(batch: PendingPublish[]): Promise<void> {
    try {
      this.onPublished(await this.run(batch.flatMap(({ messages }) => messages)));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // The commit may have succeeded although its response was lost: the callers decide whether to publish again.
      if (batch.length === 1 || isConnectionError(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // One of the calls is at fault, and the transaction stored none: each call is repeated alone.
      for (const publish of batch) await this.commit([publish]);
    }
  }

  private async run(messages: BusMessage[]): Promise<DeliveredMessage[]> {
    const partitions = messages.map((message) => partitionOf(message.key));
    const { rows } = await this.database.query<{ partition: number; first: string }>(PUBLISH, [
      this.topic,
      partitions,
      messages.map((message) => message.id),
      messages.map((message) => message.key),
      messages.map((message) => message.value),
      messages.map((message) => JSON.stringify(message.headers)),
    ]);
    const next = new Map(rows.map(({ partition, first }) => [partition, BigInt(first)]));
    return messages.map((message, index) => {
      const partition = partitions[index]!;
      const offset = next.get(partition) ?? 0n;
      next.set(partition, offset + 1n);
      return { ...message, partition, offset: String(offset) };
    });
  }
}

/**
 * Locks partition rows in ascending order, so that two commits cannot deadlock. Returns the offset of the first
 * message in each partition.
 */
const PUBLISH = `
  with message as (
    select *, row_number() over (partition by partition order by place) as nth,
           count(*) over (partition by partition) as total
    from unnest($2::int[], $3::text[], $4::text[], $5::bytea[], $6::json[])
         with ordinality as m (partition, id, key, value, headers, place)
  ), advanced as (
    insert into bus.partition as p (topic, partition, next)
    select $1, partition, count(*) from message group by partition order by partition
    on conflict (topic, partition) do update set next = p.next + excluded.next
    returning partition, next
  ), stored as (
    insert into bus.message (topic, partition, "offset", id, key, value, headers)
    select $1, m.partition, a.next - m.total + m.nth - 1, m.id, m.key, m.value, m.headers
    from message m join advanced a using (partition)
  )
  select a.partition, a.next - count(*) as first from advanced a join message m using (partition) group by a.partition, a.next`;
