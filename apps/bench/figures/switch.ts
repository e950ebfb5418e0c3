import type { Page } from '@playwright/test';
import type { Bench, Figure } from '../figure';
import { percentile } from '../statistics';
import { signedIn } from '../support/browser';
import { startFilled, type FilledInbox } from '../support/filled-inbox';

/**
 * Time in ms after which a conversation is prefetched: longer than the time for which its row must have the focus,
 * and the prefetch together.
 */
const SETTLED_MS = 700;

interface Walk {
  /** Query of the page's address, which selects a list of 50 rows. */
  search: string;
  switches: number;
  /** Number of rows from each conversation to the next. */
  rows: number;
  /** Time in ms for which a row keeps the focus before the next switch. */
  rest: number;
}

/** The user reads each conversation for a while, so that the next one is prefetched. */
const PREFETCHED: Walk = { search: 'list=open', switches: 30, rows: 1, rest: SETTLED_MS };
/** The user immediately opens rows that were never next to the focus, so that none is prefetched. */
const COLD: Walk[] = [1, 2].map((page) => ({
  ...{ search: `list=archived&page=${page}`, switches: 15, rows: 3, rest: 0 },
}));

/** Measures the time from the key that opens the next conversation to the frame that shows its thread. */
export const switching: Figure = {
  name: 'switch',
  async measure(bench) {
    const inbox = await startFilled(bench, bench.conversations.at(-1)!);
    const page = await signedIn(bench, inbox);
    bench.tell('to what is there already');
    const prefetched = await timesOf(bench, { page, inbox, walk: PREFETCHED });
    bench.tell('to what is not there yet');
    const cold: number[] = [];
    for (const walk of COLD) cold.push(...(await timesOf(bench, { page, inbox, walk })));
    const row = (name: string, times: number[], atMost: number) => ({
      name: `switch, ${name}, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      goal: { of: 'value', atMost } as const,
    });
    return [row('prefetched', prefetched, 50), row('not prefetched', cold, 150)];
  },
};

async function timesOf(
  bench: Bench,
  { page, inbox, walk }: { page: Page; inbox: FilledInbox; walk: Walk },
): Promise<number[]> {
  // Loads the page again, so that its caches are empty.
  await page.goto(`${inbox.url}/messaging-inbox?${walk.search}`);
  await page.locator('[data-chat]').first().waitFor();
  await page.locator('[data-chat]').first().focus();
  const times: number[] = [];
  for (let nth = 0; nth <= bench.size(walk.switches); nth++) {
    if (walk.rest > 0) await page.waitForTimeout(walk.rest);
    else await page.evaluate('new Promise(requestAnimationFrame)');
    const time = await untilPainted(page, walk.rows);
    // The first switch is not counted, since it also loads code and data that every thread needs.
    if (nth > 0) times.push(time);
    else await page.waitForTimeout(SETTLED_MS);
  }
  return times;
}

/**
 * Moves the focus down by `rows` and opens that conversation by the keyboard.
 * @returns time in ms from the key to the frame that shows the thread
 */
function untilPainted(page: Page, rows: number): Promise<number> {
  return page.evaluate(`(${OPEN_BY_KEY})(${rows})`);
}

/**
 * Script that opens a conversation by keys, and relies on the browser painting a frame before it runs the next task.
 */
const OPEN_BY_KEY = `async (rows) => {
  const press = (key) =>
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const task = () => new Promise((next) => setTimeout(next));
  const row = () => document.activeElement.dataset.chat;
  for (let left = rows; left > 0; left--) {
    const before = row();
    press('ArrowDown');
    await task();
    if (row() === before) throw new Error('The list has no further row.');
  }
  const isInView = (entry) => {
    const [{ top, bottom }, room] = [entry, entry.closest('[role=region]')].map((one) => one.getBoundingClientRect());
    return top < room.bottom && bottom > room.top;
  };
  const wanted = row();
  const isShown = () =>
    location.pathname.endsWith('/' + wanted) &&
    document.querySelector('[data-open][data-chat="' + wanted + '"]') !== null &&
    [...document.querySelectorAll('[role=region] [data-index]')].some(isInView);
  const before = performance.now();
  press('Enter');
  let tries = 0;
  do await frame(); while (!isShown() && ++tries < 600);
  if (!isShown()) throw new Error(wanted + ' was not shown.');
  await task();
  return performance.now() - before;
}`;
