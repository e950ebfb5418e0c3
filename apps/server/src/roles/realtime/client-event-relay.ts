import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ClientEvent } from '@parley/contracts/push/index';
import { Database } from '@parley/platform/database/database';
import { listen } from '@parley/platform/database/notifications';

const CHANNEL = 'parley_client_events';
/** PostgreSQL takes less than 8,000 bytes; what is larger goes in pieces. */
const PIECE = 7_800;
/** Events that may wait for the database. What others miss of typing is not worth keeping. */
const LONGEST_QUEUE = 100;

/**
 * Carries client events to the realtime processes whose sockets are in the same rooms, by PostgreSQL's notifications.
 * Whoever is not listening at that moment misses them.
 */
@Injectable()
export class ClientEventRelay {
  private readonly self = randomUUID();
  private sent = 0;
  private queued = 0;
  private sending: Promise<unknown> = Promise.resolve();

  constructor(private readonly database: Database) {}

  /** Tells the other processes, in the order in which it is called. */
  send(event: ClientEvent): void {
    if (this.queued >= LONGEST_QUEUE) return;
    this.queued++;
    const pieces = piecesOf(`${this.self}.${++this.sent}`, event);
    this.sending = this.sending
      .then(() =>
        this.database.query('select pg_notify($1, piece) from unnest($2::text[]) piece', [CHANNEL, pieces]),
      )
      .catch(() => undefined)
      .finally(() => this.queued--);
  }

  /** Hands over what other processes send, until `signal` aborts. */
  async listen(hear: (event: ClientEvent) => void, signal: AbortSignal): Promise<void> {
    const incomplete = new Map<string, string>();
    const onNotification = (payload: string) => {
      const [id = '', left, piece = ''] = payload.split(':');
      if (id.startsWith(this.self)) return;
      const text = (incomplete.get(id) ?? '') + piece;
      if (left !== '0') {
        incomplete.set(id, text);
        return;
      }
      incomplete.delete(id);
      hear(JSON.parse(Buffer.from(text, 'base64').toString()) as ClientEvent);
    };
    // What was half there when the connection broke stays so.
    const onListening = () => incomplete.clear();
    await listen(this.database.url, CHANNEL, { onNotification, onListening }, signal);
  }
}

/** Each piece says which event it is of and how many follow. */
function piecesOf(id: string, event: ClientEvent): string[] {
  const text = Buffer.from(JSON.stringify(event)).toString('base64');
  const count = Math.ceil(text.length / PIECE);
  return Array.from(
    { length: count },
    (_, index) => `${id}:${count - index - 1}:${text.slice(index * PIECE, (index + 1) * PIECE)}`,
  );
}
