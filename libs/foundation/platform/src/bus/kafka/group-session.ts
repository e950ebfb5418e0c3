import { Logger } from '@nestjs/common';
import {
  KafkaJSNonRetriableError,
  PartitionAssigners,
  type Consumer,
  type EachBatchPayload,
  type Kafka,
  type PartitionAssigner,
} from 'kafkajs';
import type { DeliveredMessage } from '../bus';
import type { Slots } from '../slots';
import { fromKafka } from './kafka-messages';
import { PartitionLane } from './partition-lane';

/** A consumer that is dead or frozen is out of its group after this time. */
const SESSION_MS = 10_000;
const HEARTBEAT_MS = 3_000;
/** A member that has not joined by then loses its partitions. */
const REBALANCE_MS = 60_000;
/** For batches in hand when the group shares its partitions anew; the rest is for joining. */
const SETTLE_MS = 50_000;
/** A fetch without messages: how long a partition that has room again may wait. */
const FETCH_WAIT_MS = 250;
/** Neither fetched nor beaten for so long: the client is stuck. A group that waits for its members takes less. */
const STALLED_MS = 90_000;
const LEAVE_MS = 10_000;

export interface GroupSubscription {
  /** As Kafka knows them. */
  topic: string;
  groupId: string;
  batchSize: number;
  slots: Slots;
  handle(batch: DeliveredMessage[]): Promise<void>;
  signal: AbortSignal;
  /** The group, or at least the broker, has answered. */
  onProgress(): void;
}

/**
 * One membership in a consumer group, until it is asked to stop or fails.
 *
 * Before the member joins anew, it finishes what is in hand: partitions change their owner only between batches. The
 * client has no place for that, but it asks its cluster for the coordinator just before it joins, and it lends the
 * cluster to whoever assigns partitions.
 */
export class GroupSession {
  private readonly logger = new Logger('Bus');
  private readonly consumer: Consumer;
  private readonly lanes = new Map<number, PartitionLane>();
  private isOver = false;
  /** Between what was ours and what will be, nothing is taken. */
  private isSettling = true;
  private lastProgress = Date.now();
  private heartbeat: (() => Promise<void>) | undefined;
  private stop!: () => void;
  private fail!: (error: unknown) => void;
  private readonly failure = new Promise<never>((_, reject) => (this.fail = reject));

  /** @param kafka of this session alone: two members of a group would share what the client thinks is committed. */
  constructor(
    kafka: Kafka,
    private readonly subscription: GroupSubscription,
  ) {
    this.failure.catch(() => undefined);
    this.consumer = kafka.consumer({
      groupId: subscription.groupId,
      sessionTimeout: SESSION_MS,
      rebalanceTimeout: REBALANCE_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      allowAutoTopicCreation: false,
      partitionAssigners: [before(PartitionAssigners.roundRobin, () => this.beforeJoin())],
      // A crash ends this session. Whoever runs it decides about the next one, which begins with a clean slate.
      retry: { initialRetryTime: 200, maxRetryTime: 2_000, retries: 5, restartOnFailure: async () => false },
    });
  }

  /** Resolves once the signal aborted and the batches in hand are done. Rejects when the client gives up. */
  async run(): Promise<void> {
    const { signal } = this.subscription;
    const stopping = new Promise<void>((resolve) => (this.stop = resolve));
    signal.addEventListener('abort', this.stop);
    if (signal.aborted) this.stop();
    const watchdog = setInterval(() => this.checkProgress(), 5_000);
    const started = this.start().catch((error: unknown) => this.fail(error));
    try {
      await Promise.race([stopping, this.failure]);
    } finally {
      this.isOver = true;
      signal.removeEventListener('abort', this.stop);
      this.ifRunning(() => this.consumer.pause([{ topic: this.subscription.topic }]));
      await this.settle();
      clearInterval(watchdog);
      // A member that leaves while it joins would come back.
      await within(LEAVE_MS, started);
      await within(
        LEAVE_MS,
        this.consumer.disconnect().catch(() => undefined),
      );
    }
  }

  private async start(): Promise<void> {
    const { consumer } = this;
    const { CRASH, GROUP_JOIN, FETCH, HEARTBEAT } = consumer.events;
    consumer.on(CRASH, ({ payload }) => this.fail(payload.error));
    consumer.on(GROUP_JOIN, ({ payload }) =>
      this.onJoined(payload.memberAssignment[this.subscription.topic] ?? []),
    );
    consumer.on(FETCH, () => this.progress());
    consumer.on(HEARTBEAT, () => this.progress());
    await consumer.connect();
    await consumer.subscribe({ topic: this.subscription.topic, fromBeginning: true });
    if (this.isOver) return;
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      // Taking a batch is no work; lanes do that side by side.
      partitionsConsumedConcurrently: 1,
      eachBatch: (payload) => this.take(payload),
    });
  }

  private take(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    this.heartbeat = () => payload.heartbeat();
    if (this.isSettling) return Promise.resolve();
    const { topic, partition } = batch;
    const lane = this.laneOf(partition);
    const from = fetchedFrom(batch);
    const end = String(BigInt(batch.lastOffset()) + 1n);
    const elsewhere = lane.take(
      from,
      batch.messages.map((message) => fromKafka(partition, message)),
      end,
    );
    if (elsewhere === undefined) payload.resolveOffset(batch.lastOffset());
    else this.consumer.seek({ topic, partition, offset: elsewhere });
    if (lane.isFull()) this.consumer.pause([{ topic, partitions: [partition] }]);
    return Promise.resolve();
  }

  private laneOf(partition: number): PartitionLane {
    const lane =
      this.lanes.get(partition) ??
      new PartitionLane(partition, {
        batchSize: this.subscription.batchSize,
        slots: this.subscription.slots,
        handle: (batch) => this.subscription.handle(batch),
        commit: (...done) => this.commit(...done),
        onRoom: () => this.resume([partition]),
        warn: (doing, error) => this.warn(doing, error),
      });
    this.lanes.set(partition, lane);
    return lane;
  }

  private async commit(partition: number, offset: string): Promise<void> {
    await this.consumer.commitOffsets([{ topic: this.subscription.topic, partition, offset }]);
    this.progress();
  }

  private async beforeJoin(): Promise<void> {
    await this.settle();
    if (this.isOver) throw new KafkaJSNonRetriableError('This member has stopped.');
  }

  /** Finishes and commits what is in hand, as long as the group waits for it; heartbeats go on. */
  private async settle(): Promise<void> {
    this.isSettling = true;
    const beat = setInterval(() => {
      this.progress();
      // That the group is rebalancing is an answer, too.
      this.heartbeat?.().catch(() => undefined);
    }, HEARTBEAT_MS);
    await within(SETTLE_MS, Promise.all([...this.lanes.values()].map((lane) => lane.hold())));
    clearInterval(beat);
    for (const lane of this.lanes.values()) lane.reset();
  }

  private onJoined(partitions: number[]): void {
    this.progress();
    if (this.isOver) return;
    for (const [partition, lane] of this.lanes) {
      if (partitions.includes(partition)) {
        lane.release();
      } else {
        lane.abandon();
        this.lanes.delete(partition);
      }
    }
    this.resume();
    this.isSettling = false;
  }

  private resume(partitions?: number[]): void {
    if (this.isOver) return;
    this.ifRunning(() => this.consumer.resume([{ topic: this.subscription.topic, partitions }]));
  }

  /** Fetching starts and stops with the client: where it has given up, there is nothing to steer. */
  private ifRunning(steer: () => void): void {
    try {
      steer();
    } catch (error) {
      if (!(error instanceof KafkaJSNonRetriableError)) throw error;
    }
  }

  private progress(): void {
    this.lastProgress = Date.now();
    this.subscription.onProgress();
  }

  private checkProgress(): void {
    const silence = Date.now() - this.lastProgress;
    if (silence > STALLED_MS) this.fail(new Error(`no progress for ${Math.round(silence / 1000)} s`));
  }

  private warn(doing: string, error: unknown): void {
    const { topic, groupId } = this.subscription;
    this.logger.warn(`${groupId} failed ${doing} of ${topic} and will try again: ${String(error)}`);
  }
}

/** Where the client asked the broker to begin. A batch may begin later: the messages in between exist no more. */
function fetchedFrom(batch: object): string {
  const { fetchedOffset } = batch as { fetchedOffset: string };
  return String(fetchedOffset);
}

/** An assigner of a member that does something before it joins. */
function before(assigner: PartitionAssigner, joining: () => Promise<void>): PartitionAssigner {
  return (config) => {
    const { cluster } = config;
    const findGroupCoordinator = cluster.findGroupCoordinator.bind(cluster);
    cluster.findGroupCoordinator = async (group) => {
      await joining();
      return findGroupCoordinator(group);
    };
    return assigner(config);
  };
}

/** Resolves with `work`, or after so many milliseconds. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
