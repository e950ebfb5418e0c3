import { startTestServer, type TestServer } from './test-server';

/**
 * Passes the server from Jest's global set-up to its global tear-down, which are loaded as separate modules in one
 * process.
 */
export type Run = typeof globalThis & { parleyTestServer?: TestServer };

/** Provides one PostgreSQL for the whole run: that of TEST_DATABASE_URL, or a new one. */
export default async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  const server = await startTestServer();
  (globalThis as Run).parleyTestServer = server;
  process.env.TEST_DATABASE_URL = server.url;
}
