import { once } from 'node:events';
import { Client } from 'pg';
import { backoff, pause } from './retry';

/**
 * Hands over every notification of a PostgreSQL channel until `signal` aborts, on a connection of its own that is
 * opened again whenever it breaks. Notifications sent meanwhile are lost: each time it listens (anew), `onListening`
 * is called, so that the caller looks for what it missed.
 */
export async function listen(
  url: string,
  channel: string,
  handlers: { onNotification: (payload: string) => void; onListening: () => void },
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    const client = new Client({ connectionString: url, keepAlive: true });
    const over = new AbortController();
    const stop = () => over.abort();
    client.on('error', stop);
    client.on('end', stop);
    client.on('notification', ({ payload }) => handlers.onNotification(payload ?? ''));
    signal.addEventListener('abort', stop);
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      failures = 0;
      handlers.onListening();
      if (!over.signal.aborted) await once(over.signal, 'abort');
    } catch {
      // Away: tried again below.
    }
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
    failures++;
    await pause(backoff(failures), signal);
  }
}
