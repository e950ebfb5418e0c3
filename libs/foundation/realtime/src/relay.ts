import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { ClientEvent } from '@parley/contracts/push/index';
import { Database } from '@parley/platform/database/database';
import { listen } from '@parley/platform/database/notifications';
import { notify } from '@parley/platform/database/notices';
import type { News } from './news';
import { Assembly, LIVE_CHANNEL, piecesOf } from './pieces';
import type { Roll } from './presence';
import type { Signal } from './signal';

/** Messages between processes, by kind. */
interface Messages {
  clientEvent: ClientEvent;
  signal: Signal;
  roll: Roll;
  news: News;
}

type Kind = keyof Messages;

/**
 * Maximum number of messages of a kind that wait for the database; further ones are dropped, since they are
 * short-lived.
 */
const MAX_QUEUE_LENGTH = 100;

/**
 * Exchanges short-lived messages between processes by PostgreSQL's notifications on one channel. A process that is
 * not listening at the moment misses them. Any process may send notices for windows (`news.ts`); all other messages
 * come from realtime processes.
 */
@Injectable()
export class Relay {
  private readonly logger = new Logger('realtime');
  private readonly self = randomUUID();
  private readonly hearers = new Map<string, (message: never) => void>();
  private readonly queued = new Map<Kind, number>();
  private sent = 0;
  private sending: Promise<unknown> = Promise.resolve();

  constructor(private readonly database: Database) {}

  /** Calls `hear` with the messages of a kind from other processes. */
  hear<K extends Kind>(kind: K, hear: (message: Messages[K]) => void): void {
    this.hearers.set(kind, hear);
  }

  /** Sends a message to all other processes, in the order of the calls. */
  send<K extends Exclude<Kind, 'news'>>(kind: K, message: Messages[K]): void {
    const queued = this.queued.get(kind) ?? 0;
    if (queued >= MAX_QUEUE_LENGTH) return;
    this.queued.set(kind, queued + 1);
    const pieces = piecesOf(`${this.self}.${++this.sent}`, { kind, message });
    this.sending = this.sending
      .then(() => notify(this.database, this.database.notices, LIVE_CHANNEL, pieces))
      .catch(() => undefined)
      .finally(() => this.queued.set(kind, this.queued.get(kind)! - 1));
  }

  /** Listens until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const assembly = new Assembly();
    const onNotification = (payload: string) => {
      if (payload.startsWith(this.self)) return;
      try {
        const whole = assembly.add(payload);
        if (whole) this.handOver(whole.message as { kind: string; message: unknown });
      } catch (error) {
        // An unreadable message, or a failing handler, does not stop later messages.
        this.logger.warn(`A notification was not heard: ${String(error)}`);
      }
    };
    await listen(
      this.database,
      LIVE_CHANNEL,
      { onNotification, onListening: () => assembly.clear() },
      signal,
    );
  }

  /** Ignores kinds of messages of another release. */
  private handOver({ kind, message }: { kind: string; message: unknown }): void {
    this.hearers.get(kind)?.(message as never);
  }
}
