import { dateProblem, dayText, isoDate } from './date-text';

test.each([
  ['25/12/2026', '2026-12-25'],
  ['25-12-2026', '2026-12-25'],
  [' 1.2.2026 ', '2026-02-01'],
  ['2026-12-25', '2026-12-25'],
  ['29/02/2028', '2028-02-29'],
  ['30/02/2026', null],
  ['12/25/2026', null],
  ['Christmas', null],
  ['25/12/26', null],
  ['', null],
])('isoDate converts %j to %j', (typed, date) => {
  expect(isoDate(typed)).toBe(date);
});

test.each([
  ['31/02/2026', 'unreadable'],
  ['', 'unreadable'],
  ['30/04/2026', 'early'],
  ['01/06/2026', 'late'],
  ['01/05/2026', null],
  ['31-05-2026', null],
])('dateProblem for %j is %j if only May is allowed', (typed, problem) => {
  expect(dateProblem(typed, { min: '2026-05-01', max: '2026-05-31' })).toBe(problem);
});

test('dateProblem accepts an empty text if the day is optional', () => {
  expect(dateProblem(' ', { isOptional: true })).toBeNull();
});

test('dayText formats a day in the format of its field', () => {
  expect([dayText('2026-05-01', 'en'), dayText('2026-05-01', 'nl')]).toEqual(['01/05/2026', '01-05-2026']);
});
