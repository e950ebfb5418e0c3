import { randomUUID } from 'node:crypto';
import type { Database } from './database';

/** A notice follows the one before after so long at the earliest: each costs PostgreSQL a transaction. */
const PACE_MS = 30;

/**
 * Sends notices on a channel (NOTIFY) to other processes such that any number of calls shortly after one another cost one
 * more, on whichever channels of a database they are. A notice that fails is dropped: whoever listens also polls.
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

  /** Whether this process sent the notice with this text. */
  isOwn(text: string): boolean {
    return text === this.sender.id;
  }
}

/** What a process sends on all channels of one database. */
class Sender {
  private static readonly all = new WeakMap<Database, Sender>();
  private sending = false;
  private readonly waiting = new Set<string>();
  /** Comes with every notice, so that a process does not wake up from its own. */
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
