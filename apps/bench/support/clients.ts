import { Client } from 'pg';

/** Connects `count` clients for the duration of `work`. */
export async function withClients<T>(
  url: string,
  count: number,
  work: (clients: Client[]) => Promise<T>,
): Promise<T> {
  const clients = Array.from({ length: count }, () => new Client({ connectionString: url }));
  // Errors of a connection also make its query fail, so this event can be ignored.
  for (const client of clients) client.on('error', () => undefined);
  try {
    await Promise.all(clients.map((client) => client.connect()));
    return await work(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
