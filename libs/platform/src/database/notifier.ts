import { randomUUID } from 'node:crypto';
import type { Sql } from './database';

/** A notice follows the one before after so long at the earliest: each costs PostgreSQL a transaction. */
const PACE_MS = 5;

/**
 * Sends notices on a channel (NOTIFY) such that any number of calls shortly after one another cost one more. A notice
 * that fails is dropped: whoever listens also polls.
 */
export class Notifier {
  private sending = false;
  private again = false;
  /** Comes with every notice, so that a process does not wake up from its own. */
  private readonly id = randomUUID();

  constructor(
    private readonly database: Sql,
    private readonly channel: string,
  ) {}

  notify(): void {
    if (this.sending) {
      this.again = true;
      return;
    }
    this.sending = true;
    void this.send().finally(() => {
      this.sending = false;
      if (!this.again) return;
      this.again = false;
      this.notify();
    });
  }

  /** Whether a notice with this payload came from here. */
  isOwn(payload: string): boolean {
    return payload === this.id;
  }

  private async send(): Promise<void> {
    // Nothing has to outlive a crash, so nobody waits for the disk.
    const next = new Promise((resolve) => setTimeout(resolve, PACE_MS));
    const statement = `set local synchronous_commit = off; notify "${this.channel}", '${this.id}'`;
    await this.database.query(statement).catch(() => undefined);
    await next;
  }
}
