import { loadPart } from './load-part';

const setOnline = (onLine: boolean) =>
  Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('waits for the network, however long that is away', async () => {
  setOnline(false);
  let isThere = false;
  const load = jest.fn(() => (isThere ? Promise.resolve('part') : Promise.reject(new Error('offline'))));
  const part = loadPart(load);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(load.mock.calls.length).toBeGreaterThan(5);
  isThere = true;
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await part).toBe('part');
});

test('gives up what cannot be had although there is a network', async () => {
  setOnline(true);
  const load = jest.fn(() => Promise.reject(new Error('gone')));
  const part = expect(loadPart(load)).rejects.toThrow('gone');
  await jest.advanceTimersByTimeAsync(10_000);
  await part;
  expect(load).toHaveBeenCalledTimes(5);
});
