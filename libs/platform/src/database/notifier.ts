import type { Sql } from './database';

/**
 * Sends notices on a channel (NOTIFY) such that any number of calls while one is under way cost one more. A notice
 * that fails is dropped: whoever listens also polls.
 */
export class Notifier {
  private sending = false;
  private again = false;

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

  private async send(): Promise<void> {
    // Nothing has to outlive a crash, so nobody waits for the disk.
    const statement = `set local synchronous_commit = off; notify "${this.channel}"`;
    await this.database.query(statement).catch(() => undefined);
  }
}
