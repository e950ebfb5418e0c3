import { randomUUID } from 'node:crypto';
import type { Sql } from './database';

/** A notice follows the one before after so long at the earliest: each costs PostgreSQL a transaction. */
const PACE_MS = 30;

/**
 * Sends notices on a channel (NOTIFY) to other processes such that any number of calls shortly after one another cost one
 * more, on whichever channels of a database they are. A notice that fails is dropped: whoever listens also polls.
 */
export class Notifier {
  private readonly sender: Sender;

  constructor(
    database: Sql,
    private readonly channel: string,
  ) {
    this.sender = Sender.of(database);
  }

  notify(): void {
    this.sender.send(this.channel);
  }

  /** Whether a notice with this payload came from this process. */
  isOwn(payload: string): boolean {
    return payload === this.sender.id;
  }
}

/** What a process sends on all channels of one database. */
class Sender {
  private static readonly all = new WeakMap<Sql, Sender>();
  private sending = false;
  private readonly waiting = new Set<string>();
  /** Comes with every notice, so that a process does not wake up from its own. */
  readonly id = randomUUID();

  private constructor(private readonly database: Sql) {}

  static of(database: Sql): Sender {
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
      const notices = [...this.waiting].map((channel) => `notify "${channel}", '${this.id}'`);
      this.waiting.clear();
      const next = new Promise((resolve) => setTimeout(resolve, PACE_MS));
      // Nothing has to outlive a crash, so nobody waits for the disk.
      const statement = `set local synchronous_commit = off; ${notices.join('; ')}`;
      await this.database.query(statement).catch(() => undefined);
      await next;
    }
  }
}
