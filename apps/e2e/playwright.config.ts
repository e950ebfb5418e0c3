import { defineConfig } from '@playwright/test';
import { chromiumPath } from './support/chromium';

/** They kill what runs and fill the machine: one at a time, and with `scripts/test` not beside the flows. */
const proofs = /(app-frames|broadcasts|crashes|sockets|webhooks|webhooks-out)\.e2e\.ts/;

/** Flows in a real browser against the built product: `scripts/build` first. */
export default defineConfig({
  testDir: './flows',
  outputDir: '../../test-results',
  projects: [
    { name: 'flows', testMatch: '*.e2e.ts', testIgnore: proofs, workers: 2 },
    { name: 'proofs', testMatch: proofs, workers: 1 },
  ],
  // Each has a product of its own, whose inbox the flows of a file share one after the other.
  workers: 2,
  fullyParallel: false,
  forbidOnly: !!process.env.CI,
  // `scripts/test` names each flow that needed its second try: to be mended, but no reason to refuse a change.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // Dear while it records: ask for one with --trace on.
    trace: 'off',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
