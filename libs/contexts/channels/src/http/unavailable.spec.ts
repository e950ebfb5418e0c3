import { Logger } from '@nestjs/common';
import { orUnavailable } from './unavailable';

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('rejects with `unavailable` after 5 seconds if the engine does not answer', async () => {
  const answer = orUnavailable('bus', new Promise(() => undefined));
  const refused = expect(answer).rejects.toMatchObject({ code: 'unavailable' });
  await jest.advanceTimersByTimeAsync(5_000);
  await refused;
});

test('leaves no timer behind if the engine answers in time', async () => {
  expect(await orUnavailable('bus', Promise.resolve('published'))).toBe('published');
  expect(jest.getTimerCount()).toBe(0);
});
