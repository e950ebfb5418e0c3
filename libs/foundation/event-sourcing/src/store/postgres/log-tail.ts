import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@parley/platform/database/database';
import { START, toPosition } from '../position';
import type { EventRow } from './read-queue';

/** How soon to look again while appends that began earlier are still under way. */
const IN_FLIGHT_PAUSE_MS = 3;

interface Sample {
  /** Another after PostgreSQL was killed and has recovered. */
  life: string;
  head: string;
  in_flight: string[];
  /** The last event up to the head; null while appends are under way. */
  last: string | null;
}

const NOTHING: Sample = { life: '', head: '0', in_flight: [], last: '0' };

/**
 * When PostgreSQL was started, and when it last lost its statistics, as it does in recovery: one process of it that is
 * killed takes all others along, but not the first.
 */
const LIFE = `concat(pg_postmaster_start_time(), ' ', (select stats_reset from pg_stat_bgwriter))`;

/** What a reader asks for with the sample. */
export interface Wanted {
  after: string;
  /** Where to stop at the latest. */
  until: string;
  prefixes: string[];
  limit: number;
}

/** The events that were read with a sample: those after where the reader was, up to `upTo` unless there were too many. */
export interface TailRead {
  rows: EventRow[];
  upTo: string;
}

/**
 * How far the log can be read without skipping an append that is still on its way. Shared by all readers of a
 * process, so that they cost one sample together.
 */
export class LogTail {
  /** The newest event that is safe to read. */
  private safe = START;
  /** Up to here every number drawn belongs to a transaction that has ended. */
  private settled = START;
  private life = '';
  /** A head, and those of the transactions in flight under it that had not ended when last seen. */
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

  /** Something was appended: whoever waits looks again. */
  wake(): void {
    this.wakes++;
    for (const resume of this.waiting) resume();
  }

  /**
   * Waits for an event after a position that is safe to read.
   * @returns the newest such position, and the events where they came with it
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
   * The newest event of everything appended before this call: waits for appends under way.
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

  /** Takes a sample that begins after this call; callers who ask while one is under way share the one after it. */
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
   * Numbers that were drawn and not kept are drawn again after a crash: whoever drew them then says nothing of who draws
   * them now. Events that were safe to read still are.
   */
  private beginLife(life: string): void {
    this.life = life;
    this.candidate = null;
    this.settled = START;
  }

  /** @returns the head of which all appends have ended, if that is a newer one than before. */
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
   * The last event at or before a settled head. The head itself will not do: numbers drawn by a transaction that
   * rolled back are drawn again after a crash, and whoever had gone past them would miss the event.
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
