import type { View } from '@parley/event-sourcing/projection/view';
import { partOf } from '@parley/event-sourcing/projection/side-view';
import { describeVerification, rebuildingOf } from './rebuild';

const known = ['inbox', 'contacts'].map((name) => ({ name }) as View);

test('selects one view or all views, for a rebuild or a verification', () => {
  expect(rebuildingOf(['inbox'], known)).toEqual({ views: [known[0]], verify: false, fresh: false });
  expect(rebuildingOf(['all', '--verify'], known)).toEqual({ views: known, verify: true, fresh: false });
  expect(rebuildingOf(['contacts', '--fresh'], known)).toMatchObject({ fresh: true });
});

test.each([
  [[]],
  [['other']],
  [['inbox', 'contacts']],
  [['inbox', '--no']],
  [['all', '--verify', '--fresh']],
])('prints the usage for %j', (args) => {
  expect(() => rebuildingOf(args, known)).toThrow('Usage: scripts/rebuild inbox|contacts|all');
});

test('computes the remaining share from the start of this run', () => {
  const position = (value: number) => String(value).padStart(20, '0');
  expect(partOf({ from: position(50), position: position(75), target: position(100) })).toBe(0.5);
  expect(partOf({ from: position(7), position: position(7), target: position(7) })).toBe(1);
});

test('describes a difference by the row on both sides', () => {
  const found = { position: '7', rows: 3 };
  const difference = { table: 'tally', live: { count: 1 }, rebuilt: null };
  expect(describeVerification({ name: 'inbox' }, { ...found, difference })).toBe(
    'differs first in inbox.tally at 7\n  live:    {"count":1}\n  rebuilt: no such row',
  );
  expect(describeVerification({ name: 'inbox' }, { ...found, difference: null })).toBe(
    '3 rows of inbox are equal at 7',
  );
});
