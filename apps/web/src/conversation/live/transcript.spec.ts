import fc from 'fast-check';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { entry } from '../../testing/entry';
import {
  applyPushToTranscript,
  compareEntries,
  entriesOf,
  isLive,
  knownUpTo,
  type ThreadPart,
  type Transcript,
} from './transcript';

const perPage = 3;
const position = (value: number) => String(value).padStart(20, '0');

/** A thread with `parts` loaded parts of `perPage` entries each, starting `from` entries before the newest. */
function loaded(all: ChatEntry[], { from = 0, parts = 1 } = {}): Transcript {
  const sorted = [...all].sort(compareEntries);
  const pages = Array.from({ length: parts }, (_, index): ThreadPart => {
    const start = from + index * perPage;
    const end = start + perPage;
    return {
      data: sorted.slice(start, end),
      hasNewer: start > 0,
      hasOlder: end < sorted.length,
      position: position(50),
    };
  });
  return { pages, pageParams: pages.map(() => null) };
}

/**
 * The entries that fetching the loaded range again would return: all between its first and last entry, and all on a
 * side on which the range reaches the end of the thread.
 */
function fresh(all: ChatEntry[], { pages }: Transcript): ChatEntry[] {
  const entries = pages.flatMap(({ data }) => data);
  const [top, bottom] = [entries[0], entries.at(-1)];
  return [...all]
    .sort(compareEntries)
    .filter(
      (row) =>
        (!pages[0]?.hasNewer || (top && compareEntries(row, top) >= 0)) &&
        (!pages.at(-1)?.hasOlder || (bottom && compareEntries(row, bottom) <= 0)),
    );
}

const minute = fc
  .integer({ min: 0, max: 59 })
  .map((value) => `2026-11-14T10:${String(value).padStart(2, '0')}:00.000Z`);

const push = (at: number, rows: ChatEntry[], gone: string[] = []) => ({
  view: 'transcript' as const,
  chatId: 'chat',
  position: position(at),
  rows,
  gone,
});

const history = fc
  .record({
    times: fc.array(minute, { maxLength: 14 }),
    from: fc.nat(4).map((part) => part * perPage),
    parts: fc.integer({ min: 1, max: 3 }),
  })
  .filter(({ times, from, parts }) =>
    from === 0
      ? parts <= Math.max(1, Math.ceil(times.length / perPage))
      : from + (parts - 1) * perPage < times.length,
  )
  .map(({ times, from, parts }) => {
    const all = times.map((time, index) => entry(index + 1, { time }));
    return { all, before: loaded(all, { from, parts }) };
  });

test('applying a push equals fetching the loaded range again; applying it twice changes nothing', () => {
  fc.assert(
    fc.property(
      history,
      fc.array(minute, { maxLength: 4 }),
      fc.array(fc.nat(13), { maxLength: 4 }),
      fc.array(fc.nat(13), { maxLength: 3 }),
      ({ all, before }, newTimes, editedIndexes, goneIndexes) => {
        const pick = (indexes: number[]) => [...new Set(indexes)].flatMap((index) => all[index] ?? []);
        const gone = pick(goneIndexes);
        const left = all.filter((row) => !gone.includes(row));
        const edited = pick(editedIndexes)
          .filter((row) => !gone.includes(row))
          .map((row) => ({ ...row, isEdited: true }));
        const added = newTimes.map((time, index) => entry(30 + index, { time }));
        const after = [...left.filter(({ id }) => !edited.some((row) => row.id === id)), ...edited, ...added];

        const pushed = push(60, [...added, ...edited], [...gone.map(({ id }) => id), 'made and gone since']);
        const shown = applyPushToTranscript(before, pushed);
        expect(entriesOf(shown)).toEqual(fresh(after, before));
        expect(knownUpTo(shown)).toBe(position(60));
        expect(applyPushToTranscript(shown, pushed)).toBe(shown);
      },
    ),
    { numRuns: 1000 },
  );
});

test('adds a new entry if the end of the thread is loaded, not if only history is', () => {
  const all = [1, 2, 3, 4, 5, 6, 7].map((at) => entry(at));
  const came = push(60, [entry(8)]);
  const inHistory = applyPushToTranscript(loaded(all, { from: perPage }), came);
  expect(entriesOf(inHistory).map(({ id }) => id)).toEqual(['entry-4', 'entry-3', 'entry-2']);
  expect(isLive(inHistory)).toBe(false);
  const atEnd = applyPushToTranscript(loaded(all), came);
  expect(entriesOf(atEnd).map(({ id }) => id)).toEqual(['entry-8', 'entry-7', 'entry-6', 'entry-5']);
  expect(isLive(atEnd)).toBe(true);
});

test('knownUpTo is the oldest position of the loaded parts', () => {
  const transcript = loaded(
    [1, 2, 3, 4, 5].map((at) => entry(at)),
    { parts: 2 },
  );
  transcript.pages[0]!.position = position(70);
  expect(knownUpTo(transcript)).toBe(position(50));
  const edited = { ...entry(1), isEdited: true };
  expect(entriesOf(applyPushToTranscript(transcript, push(60, [edited])))).toContainEqual(edited);
});

test('shows each entry of overlapping parts once, newest first', () => {
  const transcript = loaded([entry(1), entry(2), entry(3), entry(4)], { parts: 2 });
  const [first, second] = transcript.pages;
  if (!first || !second) throw new Error('two parts expected');
  second.data = [...first.data.slice(-1), ...second.data];
  expect(entriesOf(transcript).map((row) => row.id)).toEqual(['entry-4', 'entry-3', 'entry-2', 'entry-1']);
});
