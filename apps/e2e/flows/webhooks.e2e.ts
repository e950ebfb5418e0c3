import { expect, test } from '@playwright/test';
import { demo, demoIngress } from '../support/demo';
import { Api } from '../support/api';
import { Product } from '../support/product';
import { postWebhook, messageWebhook } from '../support/webhook';

/** What the agents see, by the provider's id in each text. */
async function shown(product: Product): Promise<Map<string, number>> {
  const api = await Api.signIn(product, demo.agent.email);
  const counts = new Map<string, number>();
  for (const chat of await api.chats('new')) {
    for (const { message } of await api.messages(chat.id)) {
      counts.set(message ?? '', (counts.get(message ?? '') ?? 0) + 1);
    }
  }
  return counts;
}

const webhook = (number: number) =>
  messageWebhook({
    id: `wamid.${number}`,
    from: `3461200${String(number % 10).padStart(4, '0')}`,
    name: 'Ana Ruiz',
    content: { type: 'text', text: { body: `message ${number}` } },
  });

const once = (numbers: Iterable<number>) =>
  Object.fromEntries([...numbers].map((number) => [`message ${number}`, 1] as const));

test('webhooks posted five times, shuffled and at once, make one message each', async () => {
  test.setTimeout(120_000);
  const product = await Product.start();
  try {
    const url = demoIngress(product.url);
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const posts = [...numbers, ...numbers, ...numbers, ...numbers, ...numbers];
    // Any order will do, as long as it is the same each time the test runs.
    posts.sort((a, b) => ((a * 7919) % 61) - ((b * 104_729) % 61));
    const next = posts[Symbol.iterator]();
    const connection = async () => {
      for (const number of next) {
        const response = await postWebhook(url, webhook(number), demo.appSecret);
        expect(response.status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: 16 }, connection));
    await expect
      .poll(async () => Object.fromEntries(await shown(product)), { timeout: 60_000 })
      .toEqual(once(numbers));
  } finally {
    await product.stop();
  }
});

test('a server killed five times under load loses and doubles no acknowledged message', async () => {
  test.setTimeout(240_000);
  const product = await Product.start();
  try {
    const acknowledged = new Set<number>();
    const sent = new Set<number>();
    let number = 0;
    for (let crash = 0; crash < 5; crash++) {
      const load = async () => {
        for (;;) {
          const mine = number++;
          sent.add(mine);
          const response = await postWebhook(demoIngress(product.url), webhook(mine), demo.appSecret).catch(
            () => null,
          );
          if (!response) return;
          if (response.status === 200) acknowledged.add(mine);
        }
      };
      const goal = acknowledged.size + 10 * (crash + 1);
      const loads = Array.from({ length: 4 }, load);
      await expect.poll(() => acknowledged.size, { intervals: [5] }).toBeGreaterThan(goal);
      await product.kill();
      await Promise.all(loads);
      await product.boot();
    }
    const lost = async () => {
      const messages = await shown(product);
      return [...acknowledged].filter((known) => !messages.has(`message ${known}`));
    };
    await expect.poll(lost, { timeout: 60_000 }).toEqual([]);
    const messages = await shown(product);
    expect([...messages].filter(([, count]) => count > 1)).toEqual([]);
    // What was posted and never answered may have come through; nothing else may.
    expect([...messages.keys()].filter((text) => !sent.has(Number(text.replace('message ', ''))))).toEqual(
      [],
    );
  } finally {
    await product.stop();
  }
});
