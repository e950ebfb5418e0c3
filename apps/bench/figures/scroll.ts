import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { MessageEvent } from '@parley/contracts/events';
import { newEvent } from '@parley/event-sourcing/store/new-event';
import type { Bench, Figure } from '../figure';
import { signedIn } from '../support/browser';
import { startFilled, type FilledInbox } from '../support/filled-inbox';

const ENTRIES = 5_000;
const PIXELS_A_FRAME = 120;

/** Scrolls the list of archived conversations, and a long thread up to its beginning. Measures the slowest frame. */
export const scroll: Figure = {
  name: 'scroll',
  async measure(bench) {
    const inbox = await startFilled(bench, bench.conversations[0]!);
    const chatId = await longThread(bench, inbox);
    const page = await signedIn(bench, inbox);
    bench.tell('the list');
    await page.goto(`${inbox.url}/messaging-inbox?list=archived`);
    await page.locator('[data-chat]').first().waitFor();
    const list = await slowestFrame(page, '[role=listbox]', {
      by: PIXELS_A_FRAME,
      seconds: bench.seconds(10),
    });
    bench.tell('the thread');
    await page.goto(`${inbox.url}/messaging-inbox/${chatId}`);
    await page.locator('[role=region] [data-index]').first().waitFor();
    await page.waitForTimeout(1_000);
    const thread = await slowestFrame(page, '[role=region]:has([data-index])', {
      by: -PIXELS_A_FRAME,
      seconds: bench.seconds(30),
    });
    const row = (name: string, value: number) => ({
      name: `scroll, ${name}, slowest frame`,
      value,
      unit: 'ms',
      goal: { of: 'value', atMost: 50 } as const,
    });
    return [row('list', list), row(`thread of ${ENTRIES.toLocaleString('en')}`, thread)];
  },
};

/**
 * Scrolls a little in each frame, and in the other direction after the end of a list.
 * @returns the longest time between two frames in ms
 */
function slowestFrame(
  page: Page,
  scroller: string,
  { by, seconds }: { by: number; seconds: number },
): Promise<number> {
  return page.evaluate(`(${SCROLL})(${JSON.stringify({ scroller, by, ms: seconds * 1_000 })})`);
}

/**
 * Script that scrolls, and reverses at the end of a list, but not at the top of a thread, where older entries may
 * still be loading.
 */
const SCROLL = `async ({ scroller, by, ms }) => {
  const element = document.querySelector(scroller);
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  let slowest = 0;
  let direction = 1;
  let last = await frame();
  for (const end = last + ms; last < end; ) {
    const before = element.scrollTop;
    element.scrollTop += direction * by;
    if (element.scrollTop === before && by > 0) direction = -direction;
    const now = await frame();
    slowest = Math.max(slowest, now - last);
    last = now;
  }
  return slowest;
}`;

/**
 * Adds a conversation with five thousand messages.
 * @returns its id
 */
async function longThread(bench: Bench, { engines, customerId }: FilledInbox): Promise<string> {
  const { store, database, views } = engines;
  const { rows } = await database.query<{ id: string; contactId: string; channelId: string }>(
    `select id, contact_id as "contactId", channel_id as "channelId" from inbox.conversation
      where customer_id = $1 and status = 'open' order by entry_time desc limit 1`,
    [customerId],
  );
  const { id: conversationId, contactId, channelId } = rows[0]!;
  bench.tell(`${ENTRIES.toLocaleString('en')} messages are written`);
  let position = '';
  const now = Date.now();
  for (let nth = 0; nth < ENTRIES; nth += 50) {
    const appended = Array.from({ length: 50 }, async (_, index) => {
      const time = new Date(now - (ENTRIES - nth - index) * 60_000).toISOString();
      const text = `Number ${nth + index}. ${'A few more words. '.repeat(index % 7)}`;
      const fact: MessageEvent = {
        type: 'MessageReceived',
        data: {
          subject: contactId,
          personal: { externalId: randomUUID(), content: { type: 'text', text }, context: {} },
          contentType: 'text',
          providerTime: time,
          isAutomatic: false,
          ...{ conversationId, channelId, contactId },
        },
      };
      const event = newEvent(fact, { customerId, by: 'bench', time });
      return store.append(`message-${randomUUID()}`, [event], { expected: 'no-stream', customerId });
    });
    for (const each of await Promise.all(appended)) if (each.position > position) ({ position } = each);
  }
  for (const view of ['inbox', 'transcript']) await views.waitFor(view, position, 120_000);
  return conversationId;
}
