import type { Sql } from '@parley/platform/database/database';
import { LiveWork } from './live-work';

/**
 * Creates a `LiveWork` whose database reports these numbers of transactions, one per query; queries are half a second
 * apart.
 */
function looks(transactions: number[]): LiveWork {
  let [nth, now] = [0, 0];
  const query = () => Promise.resolve({ rows: [{ transactions: transactions[nth++] }] });
  return new LiveWork({ query } as unknown as Sql, () => (now += 500));
}

test('rests as long as it worked while others use the database', async () => {
  const work = looks([1_000, 1_100, 1_200]);
  await work.yieldTo(30);
  expect(await work.yieldTo(30)).toBe(30);
  expect(await work.yieldTo(10)).toBe(10);
});

test('does not rest while no others use the database', async () => {
  const work = looks([1_000, 1_002, 1_010]);
  await work.yieldTo(30);
  expect(await work.yieldTo(30)).toBe(0);
  expect(await work.yieldTo(30)).toBe(0);
});
