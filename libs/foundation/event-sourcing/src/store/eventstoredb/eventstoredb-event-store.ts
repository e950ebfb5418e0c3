import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import type { RecordedEvent } from '@parley/contracts/events';
import { backoff, pause } from '@parley/platform/database/retry';
import type { HealthCheck } from '@parley/platform/telemetry/health';
import { EventStore, type EventBatch, type ExpectedVersion, type NewEvent } from '../event-store';
import { START } from '../position';
import { ReadingOutOfOrder } from '../reading-order';
import { AppendPipeline } from './append-pipeline';
import { Appends } from './appends';
import { isAway } from './away';
import { CatchUp } from './catch-up';
import { Connection, type Appended } from './connection';
import { EventStoreDbLogAudit } from './eventstoredb-log-audit';
import { LogHead } from './log-head';
import { fromStored, inBytes, positionOf } from './stored-event';
import { StreamOwners } from './stream-owners';

/**
 * Minimum size of one of Parley's events in the server's log, in bytes. Positions are byte offsets, so it serves to
 * estimate numbers of events.
 */
const EVENT_BYTES = 500;

/**
 * Longest pause in ms before a lost subscription is created again, so that views catch up soon after the server is
 * back.
 */
const MAX_PAUSE_MS = 1_000;

/** Stream that contains the log's id. No category of the product has this prefix. */
const ENGINE_STREAM = 'parleyEngine';

export interface EventStoreDbOptions {
  /** Time in ms for which the server may send nothing while a call awaits a response. */
  answerMs?: number;
  /** Time in ms for which a read or an append is retried while the server is unreachable, before it fails. */
  patienceMs?: number;
  /** Interval in ms at which the position of a quiet subscription is compared with the log. */
  probeMs?: number;
  /**
   * Time in ms after which a subscription is replaced if the server has not confirmed it, or has not delivered an
   * event that the log contains.
   */
  silenceMs?: number;
}

/** The event log in EventStoreDB, now named KurrentDB. */
export class EventStoreDbEventStore extends EventStore {
  readonly audit: EventStoreDbLogAudit;
  private readonly logger = new Logger('event log');
  private readonly owners = new StreamOwners();
  private readonly appends: Appends;
  private readonly tail: LogHead;
  private filling: AppendPipeline | null = null;
  private readonly following: { probeMs: number; silenceMs: number };

  private constructor(
    private readonly connection: Connection,
    readonly engineId: string,
    { probeMs = 250, silenceMs = 2_000 }: EventStoreDbOptions,
  ) {
    super();
    this.audit = new EventStoreDbLogAudit(connection);
    this.appends = new Appends(connection, this.owners);
    this.following = { probeMs, silenceMs };
    this.tail = new LogHead(connection, probeMs);
  }

  /**
   * @param url a connection string of EventStoreDB: `esdb://host:2113?tls=false` for one node without TLS
   * @throws InvalidConnectionString or EventStoreAway
   */
  static async open(url: string, options: EventStoreDbOptions = {}): Promise<EventStoreDbEventStore> {
    const { answerMs = 10_000, patienceMs = 5_000 } = options;
    const connection = new Connection(url, { answerMs, patienceMs });
    try {
      return new EventStoreDbEventStore(connection, await engineIdOf(connection), options);
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.filling?.close();
    await this.connection.close();
  }

  /** Returns a pipeline for filling this log, which is only allowed while no other process writes to it. */
  pipeline(): AppendPipeline {
    const { url, options } = this.connection;
    this.filling ??= new AppendPipeline(url, options.answerMs);
    return this.filling;
  }

  /** Readiness check that fails if the leader does not respond. */
  health(): HealthCheck {
    return {
      name: 'event-log',
      check: async () => {
        await this.tail.now();
        return { ok: true };
      },
    };
  }

  async append(
    stream: string,
    events: NewEvent[],
    options: { expected: ExpectedVersion; customerId: string },
  ): Promise<Appended> {
    const appended = await this.appends.append(stream, events, options);
    this.tail.advance(appended.position);
    return appended;
  }

  async *readStream(
    stream: string,
    { customerId, from = 0, max = Infinity }: { customerId: string; from?: number; max?: number },
  ): AsyncIterable<RecordedEvent> {
    const patience = this.connection.patience();
    for (let next = from, left = max; left > 0;) {
      try {
        for await (const resolved of this.connection.readStream(stream, { from: next, max: left })) {
          const event = fromStored(resolved);
          if (!event) continue;
          this.owners.set(stream, event.customerId);
          if (event.customerId !== customerId) return;
          yield event;
          next = event.version + 1;
          left--;
        }
        return;
      } catch (error) {
        await patience.after(error);
      }
    }
  }

  async *subscribeAll({
    after = START,
    prefixes,
    signal,
    batchSize = 1_000,
  }: {
    after?: string;
    prefixes: string[];
    signal: AbortSignal;
    batchSize?: number;
  }): AsyncIterable<EventBatch> {
    let checkpoint = after;
    const over = AbortSignal.any([signal, this.connection.closed]);
    for (let failures = 0; !signal.aborted;) {
      try {
        const onFault = (fault: string) => this.logger.error(fault);
        const options = { after: checkpoint, prefixes, signal, batchSize, onFault, ...this.following };
        for await (const batch of new CatchUp(this.connection, this.tail, options).batches()) {
          if (batch.checkpoint > checkpoint) failures = 0;
          checkpoint = batch.checkpoint;
          yield batch;
        }
      } catch (error) {
        // The next subscription continues after the checkpoint; `CompletenessWatch` will report the missing event.
        if (error instanceof ReadingOutOfOrder) this.logger.error(error.message);
        else if (!isAway(error)) throw error;
      }
      if (!signal.aborted) await pause(backoff(++failures, MAX_PAUSE_MS), over);
    }
  }

  override aboutBetween(from: string, to: string): number {
    return super.aboutBetween(from, to) / EVENT_BYTES;
  }

  async head(): Promise<string | null> {
    const patience = this.connection.patience();
    for (;;) {
      try {
        const newest = await this.tail.now();
        return newest === START ? null : newest;
      } catch (error) {
        await patience.after(error);
      }
    }
  }
}

/**
 * Returns the log's id, and assigns an id at the first use. If several processes do so concurrently, the first append
 * wins and all use its id.
 */
async function engineIdOf(connection: Connection): Promise<string> {
  const patience = connection.patience();
  for (;;) {
    try {
      for await (const named of connection.readStream(ENGINE_STREAM, { max: 1 })) {
        if (positionOf(named) === null) throw new Error('EventStoreDB 22.6 or later is needed.');
        return (named.event?.data as { id: string }).id;
      }
      await connection.append(
        ENGINE_STREAM,
        [inBytes(jsonEvent({ type: 'EngineNamed', data: { id: randomUUID() } }))],
        null,
      );
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) await patience.after(error);
    }
  }
}
