import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Path of Chromium: that in CHROMIUM_PATH, or the system's; undefined: Playwright uses the Chromium that it
 * installed.
 */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
}
