import { defineConfig } from '@playwright/test';
import { chromiumPath } from './support/chromium';

/**
 * Proofs kill processes and fill the machine, so they run one at a time, and `scripts/test` never runs them beside
 * the flows.
 */
const proofs = /(app-frames|broadcasts|crashes|sockets|webhooks|webhooks-out)\.e2e\.ts/;

/** Flows in a real browser against the built product: run `scripts/build` first. */
export default defineConfig({
  testDir: './flows',
  outputDir: '../../test-results',
  projects: [
    { name: 'flows', testMatch: '*.e2e.ts', testIgnore: proofs, workers: 2 },
    { name: 'proofs', testMatch: proofs, workers: 1 },
  ],
  // Each worker starts its own product; the flows of a file share its inbox, one after the other.
  workers: 2,
  fullyParallel: false,
  forbidOnly: !!process.env.CI,
  // `scripts/test` names each flow that passed on its second try: a fault to mend, but no reason to refuse a change.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // Slows every flow down: request a trace with --trace on.
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
