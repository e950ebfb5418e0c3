import { Counter } from 'prom-client';
import { processMetrics } from '../telemetry/metrics';
import { openText, sealText, Unsealable } from '../security/sealing';
import type { Sql } from './database';

/**
 * Maximum age of a notice in ms; more than the time between a statement and its commit, and the usual difference
 * between the clocks of two machines.
 */
const MAX_AGE_MS = 120_000;
/** Maximum number of nonces in each of the two sets that a listener remembers, at some 100 bytes each. */
const MAX_REMEMBERED = 100_000;

const droppedNotices = new Counter({
  name: 'parley_notices_dropped_total',
  help: 'Notices of PostgreSQL that no process of this installation sent, or not now, by channel.',
  labelNames: ['channel', 'reason'] as const,
  registers: [processMetrics],
});

/**
 * Encrypts the notices (NOTIFY) that processes of an installation send one another. PostgreSQL lets every login of a
 * database listen on and notify any channel.
 */
export class Notices {
  /** @param key 32 bytes, the same in all processes of the installation */
  constructor(
    private readonly key: Buffer,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param text at most 5,900 bytes, so that the result fits in a notice */
  seal(channel: string, text: string): string {
    return sealText(this.key, `${this.now()}:${text}`, placeOf(channel));
  }

  /**
   * Returns an opener for one listener, which opens each notice once.
   * @param onStale called for each authentic notice that is too old, or too new, to be opened
   */
  opener(channel: string, onStale: () => void = () => undefined): (payload: string) => string | null {
    const remembered = new RecentNonces();
    const drop = (reason: 'forged' | 'stale' | 'replayed') => {
      droppedNotices.inc({ channel, reason });
      return null;
    };
    return (payload) => {
      const opened = this.open(channel, payload);
      if (opened === null) return drop('forged');
      const separator = opened.indexOf(':');
      const now = this.now();
      if (Math.abs(now - Number(opened.slice(0, separator))) > MAX_AGE_MS) {
        onStale();
        return drop('stale');
      }
      if (!remembered.add(nonceOf(payload), now)) return drop('replayed');
      return opened.slice(separator + 1);
    };
  }

  private open(channel: string, payload: string): string | null {
    try {
      return openText(this.key, payload, placeOf(channel));
    } catch (error) {
      if (error instanceof Unsealable) return null;
      throw error;
    }
  }
}

/** Sends notices in one statement; within a transaction, PostgreSQL delivers them when it commits. */
export async function notify(sql: Sql, notices: Notices, channel: string, texts: string[]): Promise<void> {
  await sql.query('select pg_notify($1, notice) from unnest($2::text[]) notice', [
    channel,
    texts.map((text) => notices.seal(channel, text)),
  ]);
}

/** Remembers the nonces of authentic notices for longer than any of them is accepted. */
class RecentNonces {
  private current = new Set<string>();
  private previous = new Set<string>();
  private startedAt = 0;

  /** @returns false if it was added before */
  add(nonce: string, now: number): boolean {
    // A notice of a clock that is ahead is accepted from MAX_AGE_MS before to MAX_AGE_MS after its time.
    if (now - this.startedAt > 2 * MAX_AGE_MS || this.current.size >= MAX_REMEMBERED) {
      [this.previous, this.current, this.startedAt] = [this.current, new Set(), now];
    }
    if (this.current.has(nonce) || this.previous.has(nonce)) return false;
    this.current.add(nonce);
    return true;
  }
}

/** @returns the nonce in one spelling, since base64 can encode the same bytes in several ways */
function nonceOf(payload: string): string {
  const [, text = ''] = payload.split('.');
  return Buffer.from(text, 'base64url').subarray(1, 13).toString('latin1');
}

function placeOf(channel: string): string {
  return `notice/${channel}`;
}
