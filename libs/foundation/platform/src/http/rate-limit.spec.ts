import { RateLimit, TooManyRequests } from './rate-limit';
import { countedAddress } from './rate-limits';

const rate = { count: 7, withinMs: 60_000 };

/** @returns how many of `tries` calls the limit permits */
function letThrough(limit: RateLimit, who: string, tries: number): number {
  let count = 0;
  for (let index = 0; index < tries; index++) {
    try {
      limit.take(who);
      count++;
    } catch (error) {
      expect(error).toBeInstanceOf(TooManyRequests);
    }
  }
  return count;
}

test('permits a burst, and then as many requests as the rate', () => {
  let now = 0;
  const limit = new RateLimit(rate, () => now);
  expect(letThrough(limit, 'a', 100)).toBe(7);
  expect(letThrough(limit, 'b', 100)).toBe(7);
  now = 60_000 / 7 - 1;
  expect(letThrough(limit, 'a', 100)).toBe(0);
  now = 60_000 / 7 + 1;
  expect(letThrough(limit, 'a', 100)).toBe(1);
  now = 200_000;
  expect(letThrough(limit, 'a', 100)).toBe(7);
});

test('refuses a request with the number of whole seconds after which one more is permitted', () => {
  let now = 0;
  const limit = new RateLimit(rate, () => now);
  letThrough(limit, 'a', 7);
  const refusal = (() => {
    try {
      return limit.take('a');
    } catch (error) {
      return error as TooManyRequests;
    }
  })();
  expect(refusal).toMatchObject({ code: 'too_many_requests', retryAfter: 9 });
  now = 9_000;
  expect(letThrough(limit, 'a', 1)).toBe(1);
});

test('forgets many new clients before those that continue to send requests, which stay refused', () => {
  const limit = new RateLimit(rate, () => 0);
  letThrough(limit, 'flooding', 7);
  for (let stranger = 0; stranger < 100_000; stranger++) {
    limit.take(`stranger ${stranger}`);
    if (stranger % 10_000 === 0) expect(letThrough(limit, 'flooding', 1)).toBe(0);
  }
  expect(letThrough(limit, 'stranger 99999', 7)).toBe(6);
  expect(Reflect.get(limit, 'allowances')).toHaveProperty('size', 20_000);
});

test('reports the remaining requests and the time until all are available', () => {
  let now = 0;
  const limit = new RateLimit({ count: 60, withinMs: 60_000 }, () => now);
  expect(limit.take('a')).toEqual({ limit: 60, remaining: 59, resetSeconds: 1 });
  letThrough(limit, 'a', 9);
  expect(limit.take('a')).toEqual({ limit: 60, remaining: 49, resetSeconds: 11 });
  now = 5_000;
  expect(limit.take('a')).toEqual({ limit: 60, remaining: 53, resetSeconds: 7 });
  expect(new RateLimit(null).take('a')).toBeNull();
});

test('permits everything without a rate', () => {
  expect(letThrough(new RateLimit(null), 'a', 100)).toBe(100);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2::1', '8193:3512:1:2'],
  ['2001:db8:1:2:ffff::', '8193:3512:1:2'],
  ['2001:db8:1:3::1', '8193:3512:1:3'],
  [undefined, ''],
])('counts the address %s as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});
