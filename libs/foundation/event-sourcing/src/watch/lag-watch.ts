import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import { pause } from '@parley/platform/database/retry';
import { START } from '../store/position';
import { EventStore } from '../store/event-store';

/** What follows the log with a checkpoint of its own. */
export type Follower = 'view' | 'reaction';

export interface Lag {
  kind: Follower;
  name: string;
  /** Since when, at the least, the log holds something that was not dealt with; 0 where there is nothing. */
  seconds: number;
}

const EVERY_MS = 2_000;
/** A log that does not say by then where it ends is asked again. */
const LONGEST_MS = 5_000;
/** Ends of the log that are remembered: about two hours of a busy one that something has not followed. */
const MOST_SAMPLES = 4_096;

/**
 * How long views and reactions have been behind the log. Positions are no measure of time, so the end of the log is noted
 * every two seconds: whatever stands before an end that was noted ten seconds ago is ten seconds behind, whether it is
 * halted, slow, or waits for events that nobody brings. All are asked for in one statement, whichever process runs them.
 */
@Injectable()
export class LagWatch {
  private readonly logger = new Logger('lag');
  private readonly followed: Omit<Lag, 'seconds'>[] = [];
  /** Milliseconds that only rise. */
  now = () => performance.now();
  /** How far everything that follows the log has come, by kind and name. */
  private positions = new Map<string, string>();
  /** Ends of the log, each higher than the one before, and when it was first seen. */
  private ends: { position: string; at: number }[] = [];
  private measuredAt: number | null = null;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
  ) {}

  /** From now on `lags` tells of these, also before they have a checkpoint. */
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

  /** The same of any view or reaction, whichever process runs it; 0 for one that has no checkpoint yet. */
  secondsBehind(kind: Follower, name: string): number {
    const position = this.positions.get(`${kind} ${name}`);
    return position === undefined ? 0 : this.secondsSince(position);
  }

  private secondsSince(position: string): number {
    const missed = this.ends.find((end) => end.position > position);
    return missed ? (this.now() - missed.at) / 1_000 : 0;
  }

  /** Seconds since it was last known where everybody is; null before the first time. */
  age(): number | null {
    return this.measuredAt === null ? null : (this.now() - this.measuredAt) / 1_000;
  }

  /** Looks again and again until `signal` aborts. */
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
    // First the end, then who has come there: whoever has by then is not behind.
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

  /** Ends that everybody has passed, and of too many every second one of the older half. */
  private forget(): void {
    const unstarted = this.followed.some(({ kind, name }) => !this.positions.has(`${kind} ${name}`));
    const passed = unstarted ? START : ([...this.positions.values()].sort()[0] ?? START);
    this.ends = this.ends.filter(({ position }) => position > passed);
    if (this.ends.length <= MOST_SAMPLES) return;
    this.ends = this.ends.filter((_, index) => index >= MOST_SAMPLES / 2 || index % 2 === 0);
  }
}

async function inTime(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const late = pause(LONGEST_MS, AbortSignal.any([signal, over.signal])).then(() => {
    if (!over.signal.aborted && !signal.aborted) throw new Error('no answer in time');
  });
  // What comes too late is of no more interest.
  late.catch(() => undefined);
  await Promise.race([work, late]).finally(() => over.abort());
}
