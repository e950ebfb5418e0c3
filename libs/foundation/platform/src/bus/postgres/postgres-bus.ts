import { Logger } from '@nestjs/common';
import type { Database } from '../../database/database';
import { listen } from '../../database/notifications';
import { Notifier } from '../../database/notifier';
import { pause } from '../../database/retry';
import { Leases } from '../../lease/leases';
import { Bus, type BusMessage, type DeliveredMessage, type GroupLag } from '../bus';
import { ParkedMessages } from '../parked-messages';
import { Slots } from '../slots';
import { GroupConsumer } from './group-consumer';
import { PublishQueue } from './publish-queue';
import { sweepBus } from './sweep';

const CHANNEL = 'parley_bus';
const SWEEP_EVERY_MS = 60 * 60 * 1000;

export interface PostgresBusOptions {
  /** Distribute the partitions among the processes; by default, a new `Leases` on the same database. */
  leases?: Leases;
  /** Number of partitions that one consumer group handles concurrently. */
  concurrency?: number;
  /** Interval in ms at which a consumer checks for messages even if nothing woke it. */
  pollMs?: number;
}

/**
 * Bus in tables of PostgreSQL: 24 partitions per topic, offsets without gaps, one offset per group and partition. A
 * publisher passes its messages to consumers of its own process and wakes those of other processes by a notification
 * that concurrent publishers share; a slow poll finds messages that both ways missed.
 */
export class PostgresBus extends Bus {
  private readonly logger = new Logger('Bus');
  /** Consumers of this process, by topic. */
  private readonly groups = new Map<string, Set<GroupConsumer>>();
  private readonly publishing = new Map<string, PublishQueue>();
  private consumers = 0;
  private upkeep = new AbortController();
  private readonly notifier: Notifier;
  private readonly leases: Leases;
  private readonly parked: ParkedMessages;

  constructor(
    private readonly database: Database,
    private readonly options: PostgresBusOptions = {},
  ) {
    super();
    this.notifier = new Notifier(database, CHANNEL);
    this.leases = options.leases ?? new Leases(database);
    this.parked = new ParkedMessages(database);
  }

  /** A message that is published twice under one id is delivered twice. */
  protected async append(topic: string, messages: BusMessage[]): Promise<void> {
    if (messages.length === 0) return;
    let queue = this.publishing.get(topic);
    if (!queue) {
      queue = new PublishQueue(this.database, topic, (published) => this.handOver(topic, published));
      this.publishing.set(topic, queue);
    }
    await queue.publish(messages);
  }

  async consume(
    topic: string,
    group: string,
    handle: (batch: DeliveredMessage[]) => Promise<void>,
    { signal, batchSize = 100 }: { signal: AbortSignal; batchSize?: number },
  ): Promise<void> {
    const consumer = new GroupConsumer(
      this.database,
      this.leases,
      { topic, group, handle, signal, batchSize },
      new Slots(this.options.concurrency ?? 12),
      this.options.pollMs ?? 1000,
    );
    const groups = this.groups.get(topic) ?? new Set();
    this.groups.set(topic, groups.add(consumer));
    if (this.consumers++ === 0) this.startUpkeep();
    try {
      await consumer.run();
    } finally {
      groups.delete(consumer);
      if (--this.consumers === 0) this.upkeep.abort();
    }
  }

  park(topic: string, group: string, message: DeliveredMessage, error: string): Promise<void> {
    return this.parked.park(topic, group, message, error);
  }

  async lag(): Promise<GroupLag[]> {
    const { rows } = await this.database.query<GroupLag>(
      `select c.topic, c.grp as "group", sum(greatest(p.next - c."offset", 0))::float as count,
              min(m.published_at) as since
       from bus.partition p join bus.consumer c using (topic, partition)
       left join bus.message m on (m.topic, m.partition, m."offset") = (c.topic, c.partition, c."offset")
       group by c.topic, c.grp`,
    );
    return rows;
  }

  /** Passes messages to consumers of this process and notifies other processes. */
  private handOver(topic: string, published: DeliveredMessage[]): void {
    for (const consumer of this.groups.get(topic) ?? []) consumer.take(published);
    this.notifier.notify();
  }

  /** Listens for notifications and sweeps old messages while this process has a consumer. */
  private startUpkeep(): void {
    this.upkeep = new AbortController();
    const { signal } = this.upkeep;
    const wakeAll = () => {
      for (const groups of this.groups.values()) for (const consumer of groups) consumer.wake();
    };
    const onNotification = (payload: string) => this.notifier.isOwn(payload) || wakeAll();
    void listen(this.database, CHANNEL, { onNotification, onListening: wakeAll }, signal);
    void this.keepSweeping(signal);
  }

  private async keepSweeping(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sweepBus(this.database).catch((error: unknown) =>
        this.logger.warn(`Sweeping old messages failed: ${String(error)}`),
      );
      await pause(SWEEP_EVERY_MS, signal);
    }
  }
}
