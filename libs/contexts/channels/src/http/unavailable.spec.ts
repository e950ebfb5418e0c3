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

test('an engine that is frozen is unavailable before the provider gives up', async () => {
  const answer = orUnavailable('bus', new Promise(() => undefined));
  const refused = expect(answer).rejects.toMatchObject({ code: 'unavailable' });
  await jest.advanceTimersByTimeAsync(5_000);
  await refused;
});

test('one that answers in time leaves no timer behind', async () => {
  expect(await orUnavailable('bus', Promise.resolve('published'))).toBe('published');
  expect(jest.getTimerCount()).toBe(0);
});
