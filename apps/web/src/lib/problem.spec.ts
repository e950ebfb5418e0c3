import { RequestFailed, retryPassing } from './problem';

const mayRetry = retryPassing(2);

test.each([
  ['nobody answered', new RequestFailed('network', 0), true],
  ['there was too much at once', new RequestFailed('too_many', 429), true],
  ['the server could not just now', new RequestFailed('generic', 503), true],
  ['the server refused', new RequestFailed('not_found', 404), false],
  ['it is a mistake of ours', new TypeError('undefined is not a function'), false],
])('a failure where %s is retried: %p', (_why, error, isWorthIt) => {
  expect(mayRetry(0, error)).toBe(isWorthIt);
});

test('retries a passing failure up to the given number of times', () => {
  const failed = new RequestFailed('network', 0);
  expect([0, 1, 2, 3].map((failures) => mayRetry(failures, failed))).toEqual([true, true, false, false]);
});
