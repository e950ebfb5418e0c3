import { kindsOf } from './set-aside';

test('several views of one kind are one sentence, and a view that nobody named is among the settings', () => {
  const rows = ['audit', 'transcript', 'inbox', 'brand new'].map((view) => ({ view }));
  expect(kindsOf(rows)).toEqual(['conversations', 'settings']);
  expect(kindsOf([])).toEqual([]);
});
