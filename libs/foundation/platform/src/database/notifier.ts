import { randomUUID } from 'node:crypto';
import type { Database } from './database';

/** Minimum time between two notices in ms, since each costs PostgreSQL a transaction. */
const PACE_MS = 30;

/**
 * Sends notices on a channel (NOTIFY) to other processes. Calls within PACE_MS share one transaction, also those for
 * other channels of the same database. A notice that fails is dropped, since listeners also poll.
 */
export class Notifier {
  private readonly sender: Sender;

  constructor(
    database: Database,
    private readonly channel: string,
  ) {
    this.sender = Sender.of(database);
  }

  notify(): void {
    this.sender.send(this.channel);
  }

  /** Whether this process sent the notice. */
  isOwn(text: string): boolean {
    return text === this.sender.id;
  }
}

/** Sends the notices of this process on all channels of one database. */
class Sender {
  private static readonly all = new WeakMap<Database, Sender>();
  private sending = false;
  private readonly waiting = new Set<string>();
  /** Text of every notice that this process sends, by which the process recognises its own notices. */
  readonly id = randomUUID();

  private constructor(private readonly database: Database) {}

  static of(database: Database): Sender {
    let sender = this.all.get(database);
    if (!sender) this.all.set(database, (sender = new Sender(database)));
    return sender;
  }

  send(channel: string): void {
    this.waiting.add(channel);
    if (this.sending) return;
    this.sending = true;
    void this.sendAll().finally(() => (this.sending = false));
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.size > 0) {
      const { notices: sealer } = this.database;
      const notices = [...this.waiting].map(
        (channel) => `notify "${channel}", '${sealer.seal(channel, this.id)}'`,
      );
      this.waiting.clear();
      const next = new Promise((resolve) => setTimeout(resolve, PACE_MS));
      // Notices need not survive a crash, so the commit does not wait for the disk.
      const statement = `set local synchronous_commit = off; ${notices.join('; ')}`;
      await this.database.query(statement).catch(() => undefined);
      await next;
    }
  }
}
