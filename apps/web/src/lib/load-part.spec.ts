/** @jest-environment jsdom */
import { loadPart } from './load-part';

const page = (html: string) =>
  jest.fn(() => Promise.resolve({ ok: true, text: () => Promise.resolve(html) }));

beforeEach(() => {
  jest.useFakeTimers();
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  Object.assign(globalThis, { fetch: page('<script src="/assets/index-old.js">') });
});
afterEach(() => jest.useRealTimers());

test('code arrives although the first tries failed', async () => {
  const load = jest.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('part');
  const part = loadPart(load);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await part).toBe('part');
});

test.each([
  ['part_missing', 'the server is away', jest.fn(() => Promise.reject(new TypeError('Failed to fetch')))],
  ['part_missing', 'the same build is served', page('<script src="/assets/index-old.js">')],
  ['part_replaced', 'another build is served', page('<script src="/assets/index-new.js">')],
])('gives up after five tries with %s if %s', async (code, _, fetch) => {
  Object.assign(globalThis, { fetch });
  const load = jest.fn(() => Promise.reject(new Error('gone')));
  const part = expect(loadPart(load)).rejects.toMatchObject({ code });
  await jest.advanceTimersByTimeAsync(10_000);
  await part;
  expect(load).toHaveBeenCalledTimes(5);
});

test('code that does not arrive within 120 seconds is late', async () => {
  let outcome = 'waits';
  loadPart(() => new Promise(() => undefined)).catch(({ code }: { code: string }) => (outcome = code));
  await jest.advanceTimersByTimeAsync(119_000);
  expect(outcome).toBe('waits');
  await jest.advanceTimersByTimeAsync(2_000);
  expect(outcome).toBe('part_late');
});
