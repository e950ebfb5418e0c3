import { Client } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Listens on a channel (LISTEN) over a connection of its own until `signal` aborts, and connects again when that
 * breaks. Notices sent meanwhile are lost, so `heard` is also called after every connect: it means "look again".
 */
export async function listen(
  url: string,
  channel: string,
  heard: (payload: string | null) => void,
  signal: AbortSignal,
): Promise<void> {
  let wait = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const client = new Client({ connectionString: url, keepAlive: true });
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload }) => heard(payload ?? null));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      wait = FIRST_PAUSE_MS;
      heard(null);
      await ended;
    } catch {
      // The database is away: try again.
    }
    await client.end().catch(() => undefined);
    if (!signal.aborted) await pause(wait, undefined, { signal }).catch(() => undefined);
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}

/**
 * Sends notices on a channel (NOTIFY) such that any number of calls while one is under way cost one more. A notice
 * that fails is dropped: whoever listens also polls.
 */
export class Notifier {
  private sending = false;
  private again = false;

  constructor(
    private readonly database: { query(text: string, values?: unknown[]): Promise<unknown> },
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
