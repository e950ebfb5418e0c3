import { isoDate } from './date-text';

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
])('%j is read as %j', (typed, date) => {
  expect(isoDate(typed)).toBe(date);
});
