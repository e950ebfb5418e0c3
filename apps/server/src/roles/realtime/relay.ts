import { randomUUID } from 'node:crypto';
import type { Database } from '@parley/platform/database/database';
import { listen } from '@parley/platform/database/notifications';

/** PostgreSQL takes less than 8,000 bytes; what is larger goes in pieces. */
const PIECE = 7_800;
/** Messages that may wait for the database. What others miss of what passes is not worth keeping. */
const LONGEST_QUEUE = 100;

/**
 * Carries what passes to the other realtime processes, by PostgreSQL's notifications. Whoever is not listening at that
 * moment misses it.
 */
export class Relay<Message> {
  protected readonly self = randomUUID();
  private sent = 0;
  private queued = 0;
  private sending: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly channel: string,
  ) {}

  /** Tells the other processes, in the order in which it is called. */
  send(message: Message): void {
    if (this.queued >= LONGEST_QUEUE) return;
    this.queued++;
    const pieces = piecesOf(`${this.self}.${++this.sent}`, message);
    this.sending = this.sending
      .then(() =>
        this.database.query('select pg_notify($1, piece) from unnest($2::text[]) piece', [
          this.channel,
          pieces,
        ]),
      )
      .catch(() => undefined)
      .finally(() => this.queued--);
  }

  /** Hands over what other processes send, until `signal` aborts. */
  async listen(hear: (message: Message) => void, signal: AbortSignal): Promise<void> {
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
      hear(JSON.parse(Buffer.from(text, 'base64').toString()) as Message);
    };
    // What was half there when the connection broke stays so.
    const onListening = () => incomplete.clear();
    await listen(this.database.url, this.channel, { onNotification, onListening }, signal);
  }
}

/** Each piece says which message it is of and how many follow. */
function piecesOf(id: string, message: unknown): string[] {
  const text = Buffer.from(JSON.stringify(message)).toString('base64');
  const count = Math.ceil(text.length / PIECE);
  return Array.from(
    { length: count },
    (_, index) => `${id}:${count - index - 1}:${text.slice(index * PIECE, (index + 1) * PIECE)}`,
  );
}
