import type { Run } from './global-setup';

export default async function globalTeardown(): Promise<void> {
  await (globalThis as Run).parleyTestServer?.stop();
}
