import { forAllViews, type CommonProgress } from './all-views';
import { FillStopped } from './side-view';
import type { View } from './view';

const views = ['a', 'b', 'c'].map((name) => ({ name }) as View);
const position = (value: number) => String(value).padStart(20, '0');

/** A fill that waits until the signal aborts and then fails with `FillStopped`. */
async function stopped(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  throw new FillStopped();
}

test('begins filling all views before the first one is filled', async () => {
  let [begun, release] = [0, () => {}];
  const allBegun = new Promise<void>((resolve) => (release = resolve));
  const results = await forAllViews(views, async ({ name }) => {
    if (++begun === views.length) release();
    await allBegun;
    return name;
  });
  expect(results).toEqual(['a', 'b', 'c']);
});

test('stops the other views when a view fails, and throws its error', async () => {
  const filling = forAllViews(views, async ({ name }, { signal }) => {
    if (name === 'b') throw new Error('The table is gone.');
    return stopped(signal);
  });
  await expect(filling).rejects.toThrow('The table is gone.');
});

test('throws FillStopped when the signal of the caller aborts', async () => {
  const stop = new AbortController();
  const filling = forAllViews(views, (_, { signal }) => stopped(signal), { signal: stop.signal });
  stop.abort();
  await expect(filling).rejects.toThrow(FillStopped);
});

test('reports the number of events and the share done, summed over all views', async () => {
  const reports: CommonProgress[] = [];
  await forAllViews(
    views.slice(0, 2),
    async ({ name: view }, { onProgress }) =>
      onProgress({ view, events: 5, from: position(0), position: position(50), target: position(100) }),
    { onProgress: (progress) => reports.push(progress) },
  );
  expect(reports).toEqual([
    { events: 5, part: 0.25 },
    { events: 10, part: 0.5 },
  ]);
});
