import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import { pause } from '@parley/platform/database/retry';
import { START } from '../store/position';
import { EventStore } from '../store/event-store';

/** A reader of the log with a checkpoint of its own. */
export type Follower = 'view' | 'reaction';

export interface Lag {
  kind: Follower;
  name: string;
  /**
   * Minimum time in seconds for which the log has contained events that the reader has not handled; 0 if there are
   * none.
   */
  seconds: number;
}

const EVERY_MS = 2_000;
/** Time limit in ms for one measurement. */
const MAX_MS = 5_000;
/** Maximum number of recorded log heads: about two hours of a busy log for a reader that makes no progress. */
const MAX_SAMPLES = 4_096;

/**
 * Measures how long views and reactions have been behind the log. Positions do not measure time, so the log's head is
 * recorded every two seconds: a reader that has not reached the head of ten seconds ago is ten seconds behind, no
 * matter whether it is halted, slow, or gets no events. One statement covers the readers of all processes.
 */
@Injectable()
export class LagWatch {
  private readonly logger = new Logger('lag');
  private readonly followed: Omit<Lag, 'seconds'>[] = [];
  /** Monotonic time in ms. */
  now = () => performance.now();
  /** Positions of all readers, by "kind name". */
  private positions = new Map<string, string>();
  /** Heads of the log with the time at which each was first seen, lowest first. */
  private ends: { position: string; at: number }[] = [];
  private measuredAt: number | null = null;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
  ) {}

  /** Includes these readers in `lags`, even before they have a checkpoint. */
  follow(kind: Follower, names: string[]): void {
    for (const name of names) this.followed.push({ kind, name });
  }

  lags(): Lag[] {
    return this.followed.map(({ kind, name }) => ({
      kind,
      name,
      seconds: this.secondsSince(this.positions.get(`${kind} ${name}`) ?? START),
    }));
  }

  /** The lag in seconds of any view or reaction in any process; 0 for one without a checkpoint. */
  secondsBehind(kind: Follower, name: string): number {
    const position = this.positions.get(`${kind} ${name}`);
    return position === undefined ? 0 : this.secondsSince(position);
  }

  private secondsSince(position: string): number {
    const missed = this.ends.find((end) => end.position > position);
    return missed ? (this.now() - missed.at) / 1_000 : 0;
  }

  /** Seconds since the last measurement; null before the first. */
  age(): number | null {
    return this.measuredAt === null ? null : (this.now() - this.measuredAt) / 1_000;
  }

  /** Measures regularly until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(EVERY_MS, signal)) {
      try {
        await inTime(this.measure(), signal);
      } catch (error) {
        this.logger.warn(`How far views and reactions are cannot be told: ${String(error)}`);
      }
    }
  }

  async measure(): Promise<void> {
    const at = this.now();
    // Reads the head before the positions: a reader that has reached this head by then is not behind.
    const position = (await this.store.head()) ?? START;
    const { rows } = await this.database.query<{ kind: Follower; name: string; position: string }>(
      `select 'view' as kind, view as name, position from parley.view_checkpoint
       union all select 'reaction', reaction, position from parley.reaction_checkpoint`,
    );
    if (position > (this.ends.at(-1)?.position ?? START)) this.ends.push({ position, at });
    this.positions = new Map(rows.map(({ kind, name, position: reached }) => [`${kind} ${name}`, reached]));
    this.forget();
    this.measuredAt = this.now();
  }

  /** Drops heads that every reader has passed; above the maximum, drops every second one of the older half. */
  private forget(): void {
    const unstarted = this.followed.some(({ kind, name }) => !this.positions.has(`${kind} ${name}`));
    const passed = unstarted ? START : ([...this.positions.values()].sort()[0] ?? START);
    this.ends = this.ends.filter(({ position }) => position > passed);
    if (this.ends.length <= MAX_SAMPLES) return;
    this.ends = this.ends.filter((_, index) => index >= MAX_SAMPLES / 2 || index % 2 === 0);
  }
}

async function inTime(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const late = pause(MAX_MS, AbortSignal.any([signal, over.signal])).then(() => {
    if (!over.signal.aborted && !signal.aborted) throw new Error('no answer in time');
  });
  // Prevents an unhandled rejection, since a failure after the race no longer matters.
  late.catch(() => undefined);
  await Promise.race([work, late]).finally(() => over.abort());
}
