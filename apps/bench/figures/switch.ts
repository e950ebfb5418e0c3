import type { Page } from '@playwright/test';
import type { Bench, Figure } from '../figure';
import { percentile } from '../statistics';
import { signedIn } from '../support/browser';
import { startFilled, type FilledInbox } from '../support/filled-inbox';

const SWITCHES = 30;
/** Longer than a row has to have the focus before what it leads to is fetched, and than that takes. */
const SETTLED_MS = 700;

/**
 * From the key that opens the next conversation to its thread on the screen. Prefetched: one stayed on the row before
 * as long as it takes to read it. Not prefetched: one opens at once what one never stood near.
 */
export const switching: Figure = {
  name: 'switch',
  async measure(bench) {
    const inbox = await startFilled(bench, bench.conversations.at(-1)!);
    const page = await signedIn(bench, inbox);
    const prefetched = await switches(bench, { page, inbox, rest: SETTLED_MS });
    const cold = await switches(bench, { page, inbox, rest: 0 });
    const row = (name: string, times: number[], atMost: number) => ({
      name: `switch, ${name}, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      goal: { of: 'value', atMost } as const,
    });
    return [row('prefetched', prefetched, 50), row('not prefetched', cold, 150)];
  },
};

async function switches(
  bench: Bench,
  { page, inbox, rest }: { page: Page; inbox: FilledInbox; rest: number },
): Promise<number[]> {
  bench.tell(rest > 0 ? 'to what is there already' : 'to what is not there yet');
  // Anew, so that nothing is there from before.
  await page.goto(`${inbox.url}/messaging-inbox?list=${rest > 0 ? 'open' : 'archived'}`);
  await page.locator('[data-chat]').first().waitFor();
  await page.locator('[data-chat]').first().focus();
  const times: number[] = [];
  for (let nth = 0; nth <= bench.size(SWITCHES); nth++) {
    if (rest > 0) await page.waitForTimeout(rest);
    else await page.evaluate('new Promise(requestAnimationFrame)');
    // The first brings what every thread needs.
    const time = await untilPainted(page, rest > 0 ? 1 : 3);
    if (nth > 0) times.push(time);
    else await page.waitForTimeout(SETTLED_MS);
  }
  return times;
}

/** Goes so many rows down and opens that one by key. @returns milliseconds from the key to the frame that shows it */
function untilPainted(page: Page, rows: number): Promise<number> {
  return page.evaluate(`(${OPEN_BY_KEY})(${rows})`);
}

/** Where a list ends for now it goes on when its next page is there. What a frame shows is painted before the next task. */
const OPEN_BY_KEY = `async (rows) => {
  const press = (key) =>
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const task = () => new Promise((next) => setTimeout(next));
  const until = async (isSo, what) => {
    for (let tries = 0; tries < 600; tries++) {
      await frame();
      if (isSo()) return;
    }
    throw new Error(what);
  };
  const row = () => document.activeElement.dataset.chat;
  for (let left = rows; left > 0; left--) {
    const before = row();
    press('ArrowDown');
    await task();
    if (row() === before) {
      await until(() => (press('ArrowDown'), row() !== before), 'The list does not go on.');
    }
  }
  const wanted = row();
  const before = performance.now();
  press('Enter');
  await until(
    () =>
      location.pathname.endsWith('/' + wanted) &&
      document.querySelector('[data-open][data-chat="' + wanted + '"]') !== null &&
      document.querySelector('[role=region] [data-index]') !== null,
    wanted + ' was not shown.',
  );
  await task();
  return performance.now() - before;
}`;
