import { defineConfig } from '@playwright/test';
import { chromiumPath } from './support/chromium';

/** Flows in a real browser against the built product: `scripts/build` first. */
export default defineConfig({
  testDir: './flows',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results',
  // The product under test has one inbox: flows that share it run one after the other.
  workers: 1,
  fullyParallel: false,
  forbidOnly: !!process.env.CI,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
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
