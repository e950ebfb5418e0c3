import type { Change } from '@parley/event-sourcing/projection/view';
import { ChangeSet, MAX_CHANGES } from './change-set';

const of = (user: string | null) => ({ channelId: 'sms', assignedUserId: user, assignedTeamId: null });
const change = (position: string, id: string, before: unknown, after: unknown): Change => ({
  ...{ position, id, before, after },
  ...{ customerId: 'acme', parentId: null },
});

test('contains a row once, with each access that it had before a change, however often the row changed', () => {
  const set = new ChangeSet([
    change('1', 'refund', of('tom'), of('mia')),
    change('2', 'refund', of('mia'), of('eva')),
  ]);
  set.add([change('3', 'refund', of('eva'), of('eva'))]);
  expect(set.rows).toEqual([{ id: 'refund', parentId: null, befores: [of('tom'), of('mia'), of('eva')] }]);
  expect(set.position).toBe('3');
});

test('does not count a change of access as a changed row', () => {
  const set = new ChangeSet([change('1', 'tom', null, null)]);
  expect([set.rows, [...set.accessOf]]).toEqual([[], ['tom']]);
});

test('does not count an entry of a thread as a change of access', () => {
  const set = new ChangeSet([{ ...change('1', 'hello', null, null), parentId: 'refund' }]);
  expect([set.rows.length, set.accessOf.size]).toEqual([1, 0]);
});

test('keeps no rows if more rows changed than the maximum', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => change('1', String(index), null, of(null)));
  expect(new ChangeSet(many(MAX_CHANGES)).isTooMany).toBe(false);
  const set = new ChangeSet(many(MAX_CHANGES + 1));
  expect([set.isTooMany, set.rows]).toEqual([true, []]);
});
