import { once } from 'node:events';
import { Client } from 'pg';
import type { Database } from './database';
import { backoff, pause } from './retry';

/**
 * Delay in ms between a stale notice and the call of `onListening`; further stale notices during the delay are
 * ignored.
 */
const STALE_DELAY_MS = 1_000;

/**
 * Listens on a PostgreSQL channel until `signal` aborts, on a connection of its own that it opens again after each
 * break. Passes on the text of each notice that a process of this installation sent. Notices sent during a break are
 * lost, and so are those of a machine whose clock differs by more than two minutes. `onListening` is called whenever
 * listening begins, and after a notice from such a machine, so that the caller can check for missed changes.
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
      // The database is down: the loop connects again.
    }
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
    failures++;
    await pause(backoff(failures), signal);
  }
}
