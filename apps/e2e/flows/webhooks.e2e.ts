import { expect, test } from '@playwright/test';
import { Proof } from '../../../libs/test-support/testing/src/proof/proof';
import { Api } from '../support/api';
import { demo, demoIngress } from '../support/demo';
import { Product } from '../support/product';
import { untilTaken } from '../support/traffic';
import { messageWebhook, postWebhook } from '../support/webhook';

const PEOPLE = 40;
const TIMES = 5;
const CONNECTIONS = 16;

const proof = new Proof('webhooks', { unit: 'messages', small: 1_000, full: 10_000 });
const messages = proof.count;

const webhook = (number: number) =>
  messageWebhook({
    id: `wamid.${number}`,
    from: `3461200${String(number % PEOPLE).padStart(4, '0')}`,
    name: 'Ana Ruiz',
    content: { type: 'text', text: { body: `message ${number}` } },
  });

test('webhooks posted five times, shuffled, over 16 connections create exactly one entry each', async () => {
  test.setTimeout(proof.timeout(600, 1_800));
  const product = await Product.start();
  try {
    const url = demoIngress(product.url);
    const numbers = Array.from({ length: messages }, (_, index) => index);
    const posts = proof.random.shuffled(Array.from({ length: TIMES }, () => numbers).flat());
    const next = posts.entries();
    const startedAt = performance.now();
    const connection = async () => {
      for (const [index, number] of next) {
        await untilTaken(`webhook ${number}`, (signal) =>
          postWebhook(url, webhook(number), demo.appSecret, signal),
        );
        proof.progress(Math.floor((index + 1) / TIMES));
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    const postedMs = performance.now() - startedAt;

    const patience = { timeout: proof.timeout(300, 900), intervals: [100] };
    await expect.poll(() => product.metric('parley_bus_lag_messages'), patience).toBe(0);
    const api = await Api.signIn(product, demo.agent.email);
    await expect.poll(() => unreadOf(api), patience).toBeGreaterThanOrEqual(messages);
    const settledMs = performance.now() - startedAt;
    const counts = await shown(api);
    const wrong = numbers.filter((number) => counts.get(`message ${number}`) !== 1);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(counts.size).toBe(messages);
    expect(await product.metric('parley_bus_parked_messages')).toBe(0);
    proof.report(messages, {
      webhooks: posts.length,
      'seconds until the last was acknowledged': Math.round(postedMs / 1_000),
      'seconds until the last was shown': Math.round(settledMs / 1_000),
    });
  } finally {
    await product.stop();
  }
});

/** Total number of unread messages, which in this test are all visible messages. */
async function unreadOf(api: Api): Promise<number> {
  return (await api.chats('new')).reduce((sum, { unreadMessages }) => sum + unreadMessages, 0);
}

/** Number of visible messages by text. */
async function shown(api: Api): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { id } of await api.chats('new')) {
    for (const { message } of await api.messages(id)) {
      counts.set(message ?? '', (counts.get(message ?? '') ?? 0) + 1);
    }
  }
  return counts;
}
