import { Logger } from '@nestjs/common';
import {
  KafkaJSNonRetriableError,
  PartitionAssigners,
  type Consumer,
  type EachBatchPayload,
  type Kafka,
  type PartitionAssigner,
} from 'kafkajs';
import { within } from '../../database/retry';
import type { DeliveredMessage } from '../bus';
import type { Slots } from '../slots';
import { fromKafka } from './kafka-messages';
import { PartitionLane } from './partition-lane';

/** Kafka removes a member that sends no heartbeat for this long. */
const SESSION_MS = 10_000;
const HEARTBEAT_MS = 3_000;
/** A member that has not joined within this time loses its partitions. */
const REBALANCE_MS = 60_000;
/** Time limit for finishing the running batches before a rebalance; the rest of REBALANCE_MS is for joining. */
const SETTLE_MS = 50_000;
/** Longest wait of a fetch that finds no messages; a resumed partition may wait this long for its next fetch. */
const FETCH_WAIT_MS = 250;
/**
 * Time in ms without a fetch or a heartbeat after which the client counts as stuck. Waiting for the other members of
 * a group to join takes less.
 */
const STALLED_MS = 90_000;
const LEAVE_MS = 10_000;

export interface GroupSubscription {
  /** Name of the topic in Kafka, with the prefix of the installation. */
  topic: string;
  groupId: string;
  batchSize: number;
  slots: Slots;
  handle(batch: DeliveredMessage[]): Promise<void>;
  signal: AbortSignal;
  /** Called whenever the group's coordinator or a broker has responded. */
  onProgress(): void;
}

/**
 * One membership in a consumer group, from joining until its signal aborts or the client fails. Before the member
 * joins again, it finishes the running batches, so that a partition changes its owner only between batches. The
 * client has no hook for this. But just before it joins, the client calls a method of its cluster object to find the
 * group's coordinator, and it passes this object to the partition assigner, in which `before` below wraps the method.
 */
export class GroupSession {
  private readonly logger = new Logger('Bus');
  private readonly consumer: Consumer;
  private readonly lanes = new Map<number, PartitionLane>();
  private isOver = false;
  /** True while the group reassigns partitions: this member then takes no batches. */
  private isSettling = true;
  private lastProgress = Date.now();
  private heartbeat: (() => Promise<void>) | undefined;
  private stop!: () => void;
  private fail!: (error: unknown) => void;
  private readonly failure = new Promise<never>((_, reject) => (this.fail = reject));

  /**
   * @param kafka a client for this session only: two members that share a client would share its committed offsets
   */
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
      // A crash ends this session. The caller decides whether to start a new one, which begins without old state.
      retry: { initialRetryTime: 200, maxRetryTime: 2_000, retries: 5, restartOnFailure: async () => false },
    });
  }

  /** Resolves once the signal has aborted and the running batches are done. Rejects if the client gives up. */
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
      // Waits until the join has ended, since the client would complete a join even after a disconnect.
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
      // Taking a batch only queues it; the queues of the partitions handle batches concurrently.
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

  /** Finishes and commits the running batches within SETTLE_MS, while heartbeats continue. */
  private async settle(): Promise<void> {
    this.isSettling = true;
    const beat = setInterval(() => {
      this.progress();
      // A heartbeat fails while the group rebalances; this still shows that the broker responds.
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

  /**
   * Runs `steer`, which pauses or resumes fetching; ignores its error if the client has given up and no longer
   * fetches.
   */
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

/**
 * @returns the offset that the client requested. The batch may begin with a later offset if the broker has deleted
 * messages.
 */
function fetchedFrom(batch: object): string {
  const { fetchedOffset } = batch as { fetchedOffset: string };
  return String(fetchedOffset);
}

/** Wraps an assigner so that `joining` runs before each join of the group. */
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
