import { startTestServer, type TestServer } from './test-server';

/** Passes the server from global set-up to global tear-down, which Jest loads as separate modules of one process. */
export type Run = typeof globalThis & { parleyTestServer?: TestServer };

/** Provides one PostgreSQL for the whole run: that of TEST_DATABASE_URL, or a new one. */
export default async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  const server = await startTestServer();
  (globalThis as Run).parleyTestServer = server;
  process.env.TEST_DATABASE_URL = server.url;
}
