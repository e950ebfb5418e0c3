import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of the system's Chromium, or the one in CHROMIUM_PATH; undefined uses the one that Playwright installed. */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
}
