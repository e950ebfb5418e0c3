import { RequestFailed, retryPassing } from './problem';

const mayRetry = retryPassing(2);

test.each([
  ['there was no response', new RequestFailed('network', 0), true],
  ['there were too many requests', new RequestFailed('too_many', 429), true],
  ['the server was unavailable', new RequestFailed('generic', 503), true],
  ['the server refused', new RequestFailed('not_found', 404), false],
  ['our own code threw an error', new TypeError('undefined is not a function'), false],
])('decides whether to retry a request if %s: %p', (_why, error, isWorthIt) => {
  expect(mayRetry(0, error)).toBe(isWorthIt);
});

test('retries a temporary failure up to the given number of times', () => {
  const failed = new RequestFailed('network', 0);
  expect([0, 1, 2, 3].map((failures) => mayRetry(failures, failed))).toEqual([true, true, false, false]);
});
