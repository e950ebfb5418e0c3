import { RateLimit } from './rate-limit';

test('each may ask so often a minute, and again in the next', () => {
  let now = 0;
  const limit = new RateLimit(2, () => now);
  limit.take('a');
  limit.take('a');
  expect(() => limit.take('a')).toThrow('too_many_requests');
  limit.take('b');
  now = 60_000;
  limit.take('a');
});
