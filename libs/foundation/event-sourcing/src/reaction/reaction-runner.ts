import type { RecordedEvent } from '@parley/contracts/events';
import { upcasters } from '@parley/contracts/events/upcasters/upcast';
import { isConnectionError, type Database } from '@parley/platform/database/database';
import { failureOf } from '@parley/platform/database/failures';
import { backoff, pause } from '@parley/platform/database/retry';
import type { Lease } from '@parley/platform/lease/lease';
import { correlated } from '@parley/platform/telemetry/correlation';
import { inTrace } from '@parley/platform/telemetry/tracing';
import { runAs } from '@parley/platform/telemetry/event-loop';
import { ForeignLog, type EventStore } from '../store/event-store';
import { readingAgain } from '../store/reading-again';
import { ParkedReactions } from './parked-reactions';
import type { Reaction } from './reaction';
import { ReactionCheckpoints } from './reaction-checkpoints';

/**
 * Maximum number of tries before an event becomes a dead letter; an unreadable event becomes one after the first.
 * Failures because the database or the bus is unreachable do not count.
 */
const MAX_TRIES = 5;
/**
 * Maximum number of tries of an event whose transactions are aborted. They take about half a minute, after which the
 * reaction is taken to be at fault.
 */
const MAX_ABORTED_TRIES = 10;
/** Number of key queues that run in parallel; each handles its events in order. */
const LANES = 16;
const BATCH = 500;
/**
 * If more events than this lie ahead, a reaction shares its reading of the log up to the head with other reactions.
 */
const FAR_BEHIND = 2_000;
/**
 * Limits of the shared reading. Most reactions have nothing to do on the way to the head; a reaction that keeps the
 * others waiting longer reads by itself.
 */
const TOGETHER = { batchSize: 2_000, patienceMs: 1_000 };
const START = '0'.repeat(20);

export interface ReactionStatus {
  reaction: string;
  /** `standing-by`: another process owns the reaction. */
  state: 'starting' | 'running' | 'standing-by' | 'stopped' | 'failed';
  position: string;
  /** The error because of which the reaction retries or ended. */
  error?: string;
}

export interface ReactionHooks {
  onRetry?(event: RecordedEvent | null, error: unknown, attempt: number): void;
  /**
   * Called when the reaction stops retrying an event, which is then in `parley.parked_reaction` for an administrator.
   */
  onParked?(event: RecordedEvent, error: unknown): void;
  /** Whether an error means that another service is unreachable, and not that the event cannot be handled. */
  isTransient?(error: unknown): boolean;
  /** Time in ms to wait after the n-th consecutive failure; n starts at 1. */
  backoff?(failures: number): number;
}

/** Calls a reaction at least once for every event after its checkpoint, in order within each key queue. */
export class ReactionRunner {
  private state: ReactionStatus['state'] = 'starting';
  private position = START;
  private error?: string;
  private lease: Lease | undefined;
  private readonly checkpoints: ReactionCheckpoints;
  private readonly parked: ParkedReactions;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly reaction: Reaction,
    private readonly hooks: ReactionHooks = {},
  ) {
    this.parked = new ParkedReactions(database);
    this.checkpoints = ReactionCheckpoints.of(database);
  }

  status(): ReactionStatus {
    const { state, position, error } = this;
    return { reaction: this.reaction.name, state, position, error };
  }

  /**
   * Runs until `signal` aborts. Without a checkpoint it starts at the head of the log and does not handle earlier
   * events. With a lease, which it needs to move the checkpoint, it also ends when the lease is lost, and may then be
   * run again.
   * @throws ForeignLog if its checkpoint belongs to another log
   */
  async run(signal: AbortSignal, lease?: Lease): Promise<void> {
    this.lease = lease;
    this.state = 'starting';
    try {
      const start = await this.persistently(signal, () => this.start());
      if (start === null) return this.end();
      const { position, head } = start;
      const isFar = this.store.aboutBetween(position, head) > FAR_BEHIND;
      this.position = position;
      this.state = 'running';
      const { prefixes, types } = this.reaction;
      // Events of types that only a newer release knows are read as well. They become dead letters until a worker of
      // that release handles them.
      const except = types && Object.keys(upcasters).filter((type) => !types.includes(type));
      const together = isFar ? TOGETHER : undefined;
      const subscribe = (after: string) =>
        this.store.subscribeAll({ after, prefixes, except, signal, batchSize: BATCH, together });
      const onBreach = (error: Error, breaches: number) => {
        this.error = error.message;
        this.hooks.onRetry?.(null, error, breaches);
      };
      const batches = readingAgain(subscribe, { after: position, signal, onBreach });
      for await (const { events, checkpoint } of batches) {
        await this.reactToAll(await this.concerned(events, signal), signal);
        if (this.isOver(signal)) break;
        this.reached(checkpoint);
        this.error = undefined;
      }
      await this.checkpoints.save().catch(() => undefined);
      this.end();
    } catch (error) {
      this.state = 'failed';
      this.error = messageOf(error);
      throw error;
    }
  }

  private async reactToAll(events: RecordedEvent[], signal: AbortSignal): Promise<void> {
    const lanes = this.lanesOf(events);
    const work = async () => {
      for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
        for (const event of lane) {
          if (this.isOver(signal)) return;
          await this.reactTo(event, signal);
        }
      }
    };
    await Promise.all(Array.from({ length: this.reaction.atOnce ?? LANES }, work));
  }

  /** The events that the reaction selects, and all unreadable ones, since the reaction cannot decide on these. */
  private async concerned(events: RecordedEvent[], signal: AbortSignal): Promise<RecordedEvent[]> {
    const { types } = this.reaction;
    const isWanted = ({ type }: RecordedEvent) => types?.includes(type) ?? true;
    const ofTypes = events.filter((event) => isWanted(event) || !Object.hasOwn(upcasters, event.type));
    if (!this.reaction.select || ofTypes.length === 0) return ofTypes;
    const readable = ofTypes.filter(({ fault }) => !fault);
    for (let attempt = 1; !this.isOver(signal); attempt++) {
      try {
        const selected = new Set(await this.reaction.select(readable));
        this.error = undefined;
        return ofTypes.filter((event) => event.fault ?? selected.has(event));
      } catch (error) {
        // One of the events may have caused the error, so the reaction gets all of them one by one.
        if (!this.isTransient(error) || (failureOf(error) === 'retry' && attempt >= MAX_ABORTED_TRIES)) {
          return ofTypes;
        }
        this.error = messageOf(error);
        this.hooks.onRetry?.(null, error, attempt);
        await pause((this.hooks.backoff ?? backoff)(attempt), signal);
      }
    }
    return [];
  }

  private lanesOf(events: RecordedEvent[]): RecordedEvent[][] {
    const lanes = new Map<string, RecordedEvent[]>();
    for (const event of events) {
      const name = this.reaction.laneOf?.(event) ?? event.stream;
      lanes.set(name, [...(lanes.get(name) ?? []), event]);
    }
    return [...lanes.values()];
  }

  private async reactTo(event: RecordedEvent, signal: AbortSignal): Promise<void> {
    if (event.fault) {
      await this.persistently(signal, () => this.park(event, event.fault));
      return;
    }
    const tries = { failed: 0, aborted: 0 };
    for (let attempt = 1; !this.isOver(signal); attempt++) {
      try {
        await inTrace(event.correlationId, () =>
          correlated(event.correlationId, () =>
            runAs({ kind: 'reaction', name: this.reaction.name, customerIds: [event.customerId] }, () =>
              this.reaction.react(event),
            ),
          ),
        );
        this.error = undefined;
        return;
      } catch (error) {
        if (failureOf(error) === 'retry') tries.aborted++;
        else if (!this.isTransient(error)) tries.failed++;
        if (tries.failed >= MAX_TRIES || tries.aborted >= MAX_ABORTED_TRIES) {
          await this.persistently(signal, () => this.park(event, error));
          return;
        }
        this.error = messageOf(error);
        this.hooks.onRetry?.(event, error, attempt);
        await pause((this.hooks.backoff ?? backoff)(attempt), signal);
      }
    }
  }

  private isTransient(error: unknown): boolean {
    return isConnectionError(error) || (this.hooks.isTransient?.(error) ?? false);
  }

  private async park(event: RecordedEvent, error: unknown): Promise<void> {
    await this.parked.park(this.reaction.name, event, error);
    this.hooks.onParked?.(event, error);
  }

  private async start(): Promise<{ position: string; head: string }> {
    const head = (await this.store.head()) ?? START;
    const { engineId } = this.store;
    const { rows } = await this.database.query<{ position: string; engine_id: string }>(
      `with made as (
         insert into parley.reaction_checkpoint (reaction, position, engine_id) values ($1, $2, $3)
         on conflict do nothing returning position, engine_id)
       select position, engine_id from made
       union all select position, engine_id from parley.reaction_checkpoint where reaction = $1`,
      [this.reaction.name, head, engineId],
    );
    const [found] = rows;
    // Another process created the checkpoint at the same time.
    if (!found) return this.start();
    if (found.engine_id !== engineId) {
      throw new ForeignLog(
        `The reaction ${this.reaction.name} last ran on another event log: connect that one.`,
      );
    }
    if (found.position > head) {
      throw new ForeignLog(
        `The reaction ${this.reaction.name} has come further (${found.position}) than the event log (${head}): restore the log.`,
      );
    }
    return { position: found.position, head };
  }

  private reached(checkpoint: string): void {
    if (checkpoint <= this.position) return;
    this.position = checkpoint;
    this.checkpoints.note({ name: this.reaction.name, position: checkpoint, lease: this.lease });
  }

  private isOver(signal: AbortSignal): boolean {
    return signal.aborted || this.lease?.isOwned() === false;
  }

  private end(): void {
    this.state = this.lease ? 'standing-by' : 'stopped';
  }

  /**
   * Retries while the database is unreachable.
   * @returns null if `signal` aborts
   */
  private async persistently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        this.error = messageOf(error);
        this.hooks.onRetry?.(null, error, attempt);
        await pause(backoff(attempt), signal);
      }
    }
    return null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
