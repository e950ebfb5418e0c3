/** @jest-environment jsdom */
import { loadPart, watchStyles } from './load-part';

const page = (html: string) =>
  jest.fn(() => Promise.resolve({ ok: true, text: () => Promise.resolve(html) }));

beforeEach(() => {
  jest.useFakeTimers();
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  Object.assign(globalThis, { fetch: page('<script src="/assets/index-old.js">') });
});
afterEach(() => jest.useRealTimers());
beforeAll(watchStyles);

test('loads code even if the first attempts failed', async () => {
  const load = jest.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('part');
  const part = loadPart(load);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await part).toBe('part');
});

test.each([
  ['part_missing', 'the server is away', jest.fn(() => Promise.reject(new TypeError('Failed to fetch')))],
  ['part_missing', 'the same build is served', page('<script src="/assets/index-old.js">')],
  ['part_replaced', 'another build is served', page('<script src="/assets/index-new.js">')],
])('gives up after five attempts with %s if %s', async (code, _, fetch) => {
  Object.assign(globalThis, { fetch });
  const load = jest.fn(() => Promise.reject(new Error('gone')));
  const part = expect(loadPart(load)).rejects.toMatchObject({ code });
  await jest.advanceTimersByTimeAsync(10_000);
  await part;
  expect(load).toHaveBeenCalledTimes(5);
});

test('fails with part_late if code does not arrive within 120 seconds', async () => {
  let outcome = 'waits';
  loadPart(() => new Promise(() => undefined)).catch(({ code }: { code: string }) => (outcome = code));
  await jest.advanceTimersByTimeAsync(119_000);
  expect(outcome).toBe('waits');
  await jest.advanceTimersByTimeAsync(2_000);
  expect(outcome).toBe('part_late');
});

/**
 * Imports a part as Vite's output does: the first import requests the style sheet, which fails; later imports do not
 * request it again.
 */
const importOfStyled = () =>
  jest
    .fn(() => Promise.resolve('part'))
    .mockImplementationOnce(() => {
      document.head.insertAdjacentHTML('afterbegin', '<link rel="stylesheet" href="/assets/part-a1.css">');
      links()[0]!.dispatchEvent(new Event('error'));
      return Promise.reject(new Error('Unable to preload CSS'));
    });
const links = () => [...document.querySelectorAll('link')];

test('requests a failed style sheet again, in its place, before the part resolves', async () => {
  document.head.innerHTML = '<style></style>';
  let outcome = 'waits';
  void loadPart(importOfStyled()).then((part) => (outcome = part));
  await jest.advanceTimersByTimeAsync(1_000);
  expect(links()).toHaveLength(1);
  links()[0]!.dispatchEvent(new Event('error'));
  await jest.advanceTimersByTimeAsync(1_000);
  expect(outcome).toBe('waits');
  const [link] = links();
  expect([link?.getAttribute('href'), link?.nextElementSibling?.tagName]).toEqual([
    '/assets/part-a1.css',
    'STYLE',
  ]);
  link!.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(0);
  expect(outcome).toBe('part');
});

test('lets other parts wait for a failed style sheet, too', async () => {
  const outcomes: string[] = [];
  void loadPart(importOfStyled()).then((part) => outcomes.push(part));
  await jest.advanceTimersByTimeAsync(500);
  void loadPart(() => Promise.resolve('other')).then((part) => outcomes.push(part));
  await jest.advanceTimersByTimeAsync(600);
  expect(outcomes).toEqual([]);
  expect(links()).toHaveLength(1);
  links()[0]!.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(0);
  expect(outcomes.sort()).toEqual(['other', 'part']);
});
