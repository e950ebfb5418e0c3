import { startTestServer, type TestServer } from './test-server';

/** What global set-up hands to global tear-down: Jest loads the two as separate modules of one process. */
export type Run = typeof globalThis & { parleyTestServer?: TestServer };

/** One PostgreSQL for the whole run: the one that TEST_DATABASE_URL names, or our own. */
export default async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  const server = await startTestServer();
  (globalThis as Run).parleyTestServer = server;
  process.env.TEST_DATABASE_URL = server.url;
}
