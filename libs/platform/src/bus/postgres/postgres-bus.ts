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
import { Wake } from './wake';

const CHANNEL = 'parley_bus';
const SWEEP_EVERY_MS = 60 * 60 * 1000;

export interface PostgresBusOptions {
  /** Say which partitions this process works on. */
  leases?: Leases;
  /** Partitions that one consumer group handles at the same time. */
  concurrency?: number;
  /** How often a consumer looks for messages even if nothing woke it. */
  pollMs?: number;
}

/**
 * The bus as log tables in PostgreSQL: 24 partitions a topic, offsets without gaps, an offset per group.
 * A publisher wakes consumers of its own process at once and those of others by a notification that concurrent
 * publishers share; a slow poll finds what either missed.
 */
export class PostgresBus extends Bus {
  private readonly logger = new Logger('Bus');
  /** Topic → its consumers in this process. */
  private readonly wakes = new Map<string, Set<Wake>>();
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

  /** A message published twice under one id is delivered twice. */
  async publish(topic: string, messages: BusMessage[]): Promise<void> {
    if (messages.length === 0) return;
    let queue = this.publishing.get(topic);
    if (!queue) this.publishing.set(topic, (queue = new PublishQueue(this.database, topic)));
    await queue.publish(messages);
    this.wakeConsumersOf(topic);
    this.notifier.notify();
  }

  async consume(
    topic: string,
    group: string,
    handle: (batch: DeliveredMessage[]) => Promise<void>,
    { signal, batchSize = 100 }: { signal: AbortSignal; batchSize?: number },
  ): Promise<void> {
    const wake = new Wake();
    const wakes = this.wakes.get(topic) ?? new Set();
    this.wakes.set(topic, wakes.add(wake));
    if (this.consumers++ === 0) this.startUpkeep();
    try {
      await new GroupConsumer(
        this.database,
        this.leases,
        { topic, group, handle, signal, batchSize },
        wake,
        new Slots(this.options.concurrency ?? 12),
        this.options.pollMs ?? 1000,
      ).run();
    } finally {
      wakes.delete(wake);
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

  private wakeConsumersOf(topic: string): void {
    for (const wake of this.wakes.get(topic) ?? []) wake.wake();
  }

  /** What goes on as long as this process consumes anything. */
  private startUpkeep(): void {
    this.upkeep = new AbortController();
    const { signal } = this.upkeep;
    const wakeAll = () => [...this.wakes.keys()].forEach((topic) => this.wakeConsumersOf(topic));
    const onNotification = (payload: string) => this.notifier.isOwn(payload) || wakeAll();
    void listen(this.database.url, CHANNEL, { onNotification, onListening: wakeAll }, signal);
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
