import { once } from 'node:events';
import { Client } from 'pg';
import type { Database } from './database';
import { backoff, pause } from './retry';

/** Time in ms after a stale notice until the caller looks for what it missed; further stale notices in it cause nothing more. */
const STALE_DELAY_MS = 1_000;

/**
 * Listens on a PostgreSQL channel until `signal` aborts, on a connection of its own that is opened again whenever it breaks.
 * Passes on the text of each notice that a process of this installation sent. Notices sent while the connection is broken are
 * lost, as are those of machines whose clocks differ much: `onListening` is called each time that it listens again, and after
 * such a notice, so that the caller looks for what it missed.
 */
export async function listen(
  { url, notices }: Pick<Database, 'url' | 'notices'>,
  channel: string,
  handlers: { onNotification: (text: string) => void; onListening: () => void },
  signal: AbortSignal,
): Promise<void> {
  let stale: NodeJS.Timeout | undefined;
  const onStale = () => {
    stale ??= setTimeout(() => {
      stale = undefined;
      if (!signal.aborted) handlers.onListening();
    }, STALE_DELAY_MS).unref();
  };
  const open = notices.opener(channel, onStale);
  for (let failures = 0; !signal.aborted;) {
    const client = new Client({ connectionString: url, keepAlive: true });
    const over = new AbortController();
    const stop = () => over.abort();
    client.on('error', stop);
    client.on('end', stop);
    client.on('notification', ({ payload = '' }) => {
      const text = open(payload);
      if (text !== null) handlers.onNotification(text);
    });
    signal.addEventListener('abort', stop);
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      failures = 0;
      handlers.onListening();
      if (!over.signal.aborted) await once(over.signal, 'abort');
    } catch {
      // The database is away: the loop connects again.
    }
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
    failures++;
    await pause(backoff(failures), signal);
  }
}
