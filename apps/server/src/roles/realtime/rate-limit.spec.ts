import { RateLimit } from './rate-limit';

let now = 0;
const emit = (limit: RateLimit, times: number) =>
  Array.from({ length: times }, () => limit.allows()).filter(Boolean).length;

test('a burst passes, then ten a second', () => {
  const limit = new RateLimit(() => now);
  expect(emit(limit, 100)).toBe(40);
  now += 1_000;
  expect(emit(limit, 100)).toBe(10);
});

test('whoever goes on although refused floods; whoever waits does not', () => {
  const limit = new RateLimit(() => now);
  emit(limit, 240);
  expect(limit.isFlooded).toBe(false);
  now += 100;
  emit(limit, 1);
  emit(limit, 200);
  expect(limit.isFlooded).toBe(false);
  emit(limit, 1);
  expect(limit.isFlooded).toBe(true);
});
