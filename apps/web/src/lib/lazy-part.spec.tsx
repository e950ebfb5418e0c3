/** @jest-environment jsdom */
import '../testing/browser';
import { Suspense, type ComponentType } from 'react';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import en from '../i18n/en.json';
import { lazyPart } from './lazy-part';
import { TranslationProvider } from './translation';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }));
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** A fake server that serves a part's code only while `isThere` is true. */
function serverOf<Props extends object>(part: ComponentType<Props>) {
  const server = { isThere: false, load: () => Promise.resolve({ default: part }) };
  const load = () => (server.isThere ? server.load() : Promise.reject(new TypeError('Failed to fetch')));
  return { server, load };
}

const show = (part: React.ReactNode) =>
  render(
    <MantineProvider env="test">
      <TranslationProvider>
        <h1>The page</h1>
        <Suspense fallback="loading">{part}</Suspense>
      </TranslationProvider>
    </MantineProvider>,
  );
const Chart = () => <p>The chart</p>;

test('a part that fails to load leaves the rest of the page alone, shows an error and recovers by itself', async () => {
  const { server, load } = serverOf(Chart);
  const Part = lazyPart(load);
  show(<Part />);
  await pass(5_000);
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('This part could not be loaded');
  server.isThere = true;
  await pass(4_000);
  expect(screen.getByText('The chart')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Retry loads a failed part at once', async () => {
  const { server, load } = serverOf(Chart);
  const Part = lazyPart(load);
  show(<Part />);
  await pass(5_000);
  server.isThere = true;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await pass(0);
  expect(screen.getByText('The chart')).toBeTruthy();
});

test('a dialog that fails to load keeps its fallback, and the error card can close it', async () => {
  const { load } = serverOf((_: { onClose: () => void }) => <p>The dialog</p>);
  const Part = lazyPart(load, { shape: 'card' });
  const onClose = jest.fn();
  show(<Part onClose={onClose} fallback={<button>Snooze</button>} />);
  await pass(5_000);
  expect(screen.getByRole('button', { name: 'Snooze' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalled();
});

test('an extra that fails to load shows nothing and recovers automatically', async () => {
  const { server, load } = serverOf(Chart);
  const Part = lazyPart(load, { shape: 'none' });
  show(<Part />);
  await pass(5_000);
  expect(screen.queryByRole('alert')).toBeNull();
  server.isThere = true;
  await pass(4_000);
  expect(screen.getByText('The chart')).toBeTruthy();
});

test('two instances of a failed part both recover', async () => {
  const { server, load } = serverOf(Chart);
  const Part = lazyPart(load);
  show([<Part key="one" />, <Part key="two" />]);
  await pass(5_000);
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  server.isThere = true;
  await pass(4_000);
  expect(screen.getAllByText('The chart')).toHaveLength(2);
});

test('a part that throws while rendering leaves the rest of the page alone, and Retry renders it again', async () => {
  let isBroken = true;
  const { server, load } = serverOf(() => {
    if (isBroken) throw new Error('bug');
    return <p>The chart</p>;
  });
  server.isThere = true;
  const Part = lazyPart(load);
  show(<Part />);
  await pass(0);
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await pass(0);
  expect(screen.getByText('The chart')).toBeTruthy();
});
