import { kindsOf } from './set-aside';

test('kindsOf lists each kind once and counts unknown views as settings', () => {
  const rows = ['audit', 'transcript', 'inbox', 'brand new'].map((view) => ({ view }));
  expect(kindsOf(rows)).toEqual(['conversations', 'settings']);
  expect(kindsOf([])).toEqual([]);
});
