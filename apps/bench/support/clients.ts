import { Client } from 'pg';

/** Connects a number of clients for as long as `work` takes. */
export async function withClients<T>(
  url: string,
  count: number,
  work: (clients: Client[]) => Promise<T>,
): Promise<T> {
  const clients = Array.from({ length: count }, () => new Client({ connectionString: url }));
  // One that breaks fails the query it is in.
  for (const client of clients) client.on('error', () => undefined);
  try {
    await Promise.all(clients.map((client) => client.connect()));
    return await work(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
