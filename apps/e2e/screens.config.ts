import { defineConfig } from '@playwright/test';
import flows from './playwright.config';

/** Configuration that takes the screenshots in docs/screens. */
export default defineConfig({
  ...flows,
  testDir: './screens',
  projects: [{ name: 'screens', testMatch: '*.screens.ts' }],
});
