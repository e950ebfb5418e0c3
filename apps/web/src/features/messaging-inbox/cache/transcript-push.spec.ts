import fc from 'fast-check';
import type { ChatEntry, Page } from '@parley/contracts/api/conversations';
import { applyPushToTranscript, compareEntries, entriesOf, type Transcript } from './transcript-push';

const perPage = 3;
const position = (value: number) => String(value).padStart(20, '0');

const entry = (at: number, changes: Partial<ChatEntry> = {}): ChatEntry => ({
  id: `entry-${at}`,
  chatId: 'chat',
  position: position(at),
  direction: 'in',
  type: 'text',
  message: `text ${at}`,
  content: null,
  assets: [],
  event: null,
  context: null,
  reactions: [],
  isEdited: false,
  isDeleted: false,
  status: 'received',
  statusReason: null,
  statusDetail: null,
  createdById: null,
  createdByEntity: 'contact',
  time: `2026-11-14T10:${String(at).padStart(2, '0')}:00.000Z`,
  createdAt: '2026-11-14T10:00:00.000Z',
  clientKey: null,
  heldUntil: null,
  ...changes,
});

/** What fetching the first `loaded` pages answers. */
function fresh(all: ChatEntry[], loaded: number, at: number): Transcript {
  const sorted = [...all].sort(compareEntries);
  const pages = Array.from({ length: loaded }, (_, index): Page<ChatEntry> => {
    const data = sorted.slice(index * perPage, (index + 1) * perPage);
    const pageCount = Math.ceil(all.length / perPage);
    return {
      data,
      count: data.length,
      total: all.length,
      page: index + 1,
      pageCount,
      perPage,
      position: position(at),
      stale: false,
    };
  });
  return { pages, pageParams: pages.map((page) => page.page) };
}

const minute = fc
  .integer({ min: 0, max: 59 })
  .map((value) => `2026-11-14T10:${String(value).padStart(2, '0')}:00.000Z`);

test('a transcript after any push is what fetching its pages anew answers, and twice is once', () => {
  fc.assert(
    fc.property(
      fc.array(minute, { maxLength: 12 }),
      fc.array(minute, { maxLength: 4 }),
      fc.array(fc.nat(11), { maxLength: 4 }),
      fc.integer({ min: 1, max: 3 }),
      (olderTimes, newTimes, editedIndexes, loaded) => {
        const before = olderTimes.map((time, index) => entry(index + 1, { time }));
        fc.pre(loaded <= Math.max(1, Math.ceil(before.length / perPage)));
        const added = newTimes.map((time, index) => entry(before.length + 2 + index, { time }));
        const edited = [...new Set(editedIndexes)].flatMap((index) => {
          const old = before[index];
          return old ? [{ ...old, isEdited: true }] : [];
        });
        const untouched = before.filter((old) => !edited.some((row) => row.id === old.id));
        const at = before.length + 10;
        const push = {
          view: 'transcript' as const,
          chatId: 'chat',
          position: position(at),
          rows: [...added, ...edited],
          gone: [],
        };
        const after = applyPushToTranscript(fresh(before, loaded, before.length + 1), push);
        const expected = fresh([...untouched, ...edited, ...added], loaded, at);
        expect(after).toEqual(expected);
        expect(applyPushToTranscript(after, push)).toEqual(expected);
      },
    ),
    { numRuns: 1000 },
  );
});

test('entries that are gone leave no hole, also where older ones are fetched later', () => {
  fc.assert(
    fc.property(
      fc.array(minute, { minLength: 1, maxLength: 14 }),
      fc.array(fc.nat(13), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 3 }),
      (times, indexes, loaded) => {
        const before = times.map((time, index) => entry(index + 1, { time }));
        fc.pre(loaded <= Math.ceil(before.length / perPage));
        const transcript = fresh(before, loaded, 20);
        const known = entriesOf(transcript);
        const gone = [...new Set(indexes)].flatMap((index) => known[index]?.id ?? []);
        const left = before.filter(({ id }) => !gone.includes(id)).sort(compareEntries);
        const unheardOf = [...gone, 'made and gone since'];
        const push = { view: 'transcript' as const, chatId: 'chat', position: position(21), rows: [] };

        const after = applyPushToTranscript(transcript, { ...push, gone: unheardOf });
        const shown = entriesOf(after);
        expect(shown).toEqual(left.slice(0, shown.length));
        const oldest = after.pages.at(-1)!;
        expect(oldest.total).toBe(left.length);

        const next = oldest.page < oldest.pageCount ? fresh(left, oldest.page + 1, 21).pages.at(-1)! : null;
        const fetched = entriesOf({ ...after, pages: next ? [...after.pages, next] : after.pages });
        expect(fetched).toEqual(left.slice(0, fetched.length));
        expect(fetched.length).toBe(next ? Math.min((oldest.page + 1) * perPage, left.length) : left.length);
      },
    ),
    { numRuns: 1000 },
  );
});

test('pages that overlap show each entry once, newest first', () => {
  const transcript = fresh([entry(1), entry(2), entry(3), entry(4)], 2, 9);
  const [first, second] = transcript.pages;
  if (!first || !second) throw new Error('two pages expected');
  second.data = [...first.data.slice(-1), ...second.data];
  expect(entriesOf(transcript).map((row) => row.id)).toEqual(['entry-4', 'entry-3', 'entry-2', 'entry-1']);
});
