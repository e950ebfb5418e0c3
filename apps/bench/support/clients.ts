import { Client } from 'pg';

/** Connects `count` clients for the duration of `work`. */
export async function withClients<T>(
  url: string,
  count: number,
  work: (clients: Client[]) => Promise<T>,
): Promise<T> {
  const clients = Array.from({ length: count }, () => new Client({ connectionString: url }));
  // A broken connection makes its query fail, so its event needs no handling.
  for (const client of clients) client.on('error', () => undefined);
  try {
    await Promise.all(clients.map((client) => client.connect()));
    return await work(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
