import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@parley/platform/database/database';
import { START, toPosition } from '../position';
import type { EventRow } from './read-queue';

/** Pause in ms before the next sample while earlier appends are still in progress. */
const IN_FLIGHT_PAUSE_MS = 3;

interface Sample {
  /** Identifies the run of PostgreSQL; changes when PostgreSQL was killed and has recovered. */
  life: string;
  head: string;
  in_flight: string[];
  /** Position of the last event up to the head; null while appends are in progress. */
  last: string | null;
}

const NOTHING: Sample = { life: '', head: '0', in_flight: [], last: '0' };

/**
 * SQL that identifies PostgreSQL's run: the time when it was started, and the time when it last lost its statistics,
 * which happens in recovery. If one of its processes is killed, all others restart except for the first, so the start
 * time alone does not change.
 */
const LIFE = `concat(pg_postmaster_start_time(), ' ', (select stats_reset from pg_stat_bgwriter))`;

/** The events that a reader needs, which are read together with the sample. */
export interface Wanted {
  after: string;
  /** Highest position to read. */
  until: string;
  prefixes: string[];
  limit: number;
}

/** The events read together with a sample: those after the reader's position, up to `upTo` or up to the limit. */
export interface TailRead {
  rows: EventRow[];
  upTo: string;
}

/**
 * Determines the position up to which the log can be read without skipping an append in progress. All readers of a
 * process share it, so that they need only one sample.
 */
export class LogTail {
  /** The position of the newest event that is safe to read. */
  private safe = START;
  /** Every position up to this one belongs to a transaction that has ended. */
  private settled = START;
  private life = '';
  /**
   * A head that is not settled yet, with those transactions below it that were still in progress at the last sample.
   */
  private candidate: { head: string; awaited: Set<string> } | null = null;
  private current: Promise<Sample> | null = null;
  private next: Promise<Sample> | null = null;
  private readonly reads = new WeakMap<Wanted, TailRead>();
  private waiting = new Set<() => void>();
  private wakes = 0;

  constructor(
    private readonly database: Database,
    private readonly pollMs: number,
  ) {}

  /** Makes all waiting readers take another sample, since an event was appended. */
  wake(): void {
    this.wakes++;
    for (const resume of this.waiting) resume();
  }

  /**
   * Waits for an event after a position that is safe to read.
   * @returns the newest position that is safe to read, and the events if they were read with it
   */
  async beyond(wanted: Wanted, signal: AbortSignal): Promise<{ safe: string; read: TailRead | null }> {
    const { after } = wanted;
    while (this.safe <= after && !signal.aborted) {
      const wakes = this.wakes;
      await this.advance(wanted);
      if (this.safe > after || wakes !== this.wakes) continue;
      await this.woken(this.candidate ? IN_FLIGHT_PAUSE_MS : this.pollMs, signal);
    }
    return { safe: this.safe, read: this.reads.get(wanted) ?? null };
  }

  /**
   * The position of the newest event that was appended before this call; waits for appends in progress.
   * @throws the reason of `signal` once it aborts
   */
  async head(signal?: AbortSignal): Promise<string> {
    for (;;) {
      const { head, life } = await this.advance();
      while (this.settled < toPosition(head) && this.life === life) {
        signal?.throwIfAborted();
        await pause(IN_FLIGHT_PAUSE_MS);
        await this.advance();
      }
      if (this.life === life) return this.safe;
    }
  }

  /** Takes a sample that begins after this call. Callers that arrive during a sample share the next one. */
  private advance(wanted?: Wanted): Promise<Sample> {
    if (!this.current) return this.start(wanted);
    this.next ??= this.current
      .catch(() => undefined)
      .then(() => {
        this.next = null;
        return this.start();
      });
    return this.next;
  }

  private start(wanted?: Wanted): Promise<Sample> {
    this.current ??= this.sample(wanted).finally(() => (this.current = null));
    return this.current;
  }

  private async sample(wanted?: Wanted): Promise<Sample> {
    const { sample, read } = wanted ? await this.sampleAndRead(wanted) : await this.sampleAlone();
    if (wanted && read) this.reads.set(wanted, read);
    const appending = new Set(sample.in_flight);
    if (sample.life !== this.life) this.beginLife(sample.life);
    const settled = this.settle(sample.head, appending);
    if (settled !== null) {
      this.safe = toPosition(await this.lastUpTo(settled, sample));
      this.settled = toPosition(settled);
    }
    return sample;
  }

  private async sampleAlone(): Promise<{ sample: Sample; read: null }> {
    const { rows } = await this.database.query<Sample & { [column: string]: unknown }>(
      `select ${LIFE} as life, head, in_flight, last from event_log.watermark()`,
    );
    return { sample: rows[0] ?? NOTHING, read: null };
  }

  private async sampleAndRead({ after, until, prefixes, limit }: Wanted) {
    const { rows } = await this.database.query<Sample & EventRow & { [column: string]: unknown }>(
      `select ${LIFE} as life, t.* from event_log.tail($1, $2, $3, $4) t`,
      [after, until, prefixes, limit],
    );
    const sample: Sample = rows[0] ?? NOTHING;
    const { last } = sample;
    if (last === null || toPosition(last) <= after) return { sample, read: null };
    const events: EventRow[] = rows.filter(({ id }) => id !== null);
    const end = toPosition(last);
    return { sample, read: { rows: events, upTo: end < until ? end : until } };
  }

  /**
   * Forgets the transactions from before a crash: positions that were issued but not committed are issued again to
   * other transactions. Events that were safe to read remain so.
   */
  private beginLife(life: string): void {
    this.life = life;
    this.candidate = null;
    this.settled = START;
  }

  /** @returns the head below which all appends have ended; null if there is no newer one than before */
  private settle(head: string, appending: Set<string>): string | null {
    if (appending.size === 0) {
      this.candidate = null;
      return toPosition(head) > this.settled ? head : null;
    }
    if (!this.candidate) {
      this.candidate = { head, awaited: appending };
      return null;
    }
    const { awaited, head: earlier } = this.candidate;
    for (const transaction of awaited) if (!appending.has(transaction)) awaited.delete(transaction);
    if (awaited.size > 0) return null;
    this.candidate = { head, awaited: appending };
    return earlier;
  }

  /**
   * Position of the last event at or before a settled head. The head itself is no safe checkpoint: after a crash,
   * positions of rolled-back transactions are issued again, and a reader past them would miss their events.
   */
  private async lastUpTo(settled: string, { head, last }: Sample): Promise<string> {
    if (settled === head && last !== null) return last;
    const { rows } = await this.database.query<{ position: string | null }>(
      'select max(position) as position from event_log.event where position <= $1',
      [settled],
    );
    return rows[0]?.position ?? '0';
  }

  private async woken(afterMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', resume);
        this.waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, afterMs);
      signal.addEventListener('abort', resume);
      this.waiting.add(resume);
    });
  }
}
