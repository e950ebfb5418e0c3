import { defineConfig } from '@playwright/test';
import { chromiumPath } from './support/chromium';

/**
 * Flows that kill processes and fill the machine, so they run one at a time, and `scripts/test` never runs them at
 * the same time as others.
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
  // Each worker starts its own product. The flows of a file run one after the other in the same product.
  workers: 2,
  fullyParallel: false,
  forbidOnly: !!process.env.CI,
  // `scripts/test` lists each flow that passed only on its second try: it has a fault to correct, but does not fail
  // the run.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // Tracing slows every flow down, so it is off; switch it on by `--trace on`.
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
