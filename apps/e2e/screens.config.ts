import { defineConfig } from '@playwright/test';
import flows from './playwright.config';

/** Takes the pictures in docs/screens. */
export default defineConfig({ ...flows, projects: [], testDir: './screens', testMatch: '*.screens.ts' });
