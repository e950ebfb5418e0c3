import { shownDuration } from '@parley/contracts/api/insight-values';
import { hasLonePoint, timeAxis } from './axis';

test.each([
  [0, '1s', 1],
  [11_000, '15s', 3],
  [13 * 60_000 + 20_000, '15m', 3],
  [26 * 60_000, '30m', 3],
  [70 * 60_000, '1h 15m', 5],
  [5 * 3_600_000, '5h', 5],
  [9 * 86_400_000, '10d', 5],
])('an axis for %d milliseconds ends at %s and has %d round steps', (longest, end, tickAmount) => {
  const { max, tickAmount: ticks } = timeAxis(longest);
  expect([shownDuration(max), ticks]).toEqual([end, tickAmount]);
});

test('hasLonePoint is true for a point without neighbours, also at either end', () => {
  expect(hasLonePoint([null, 5, null, 3, 4])).toBe(true);
  expect(hasLonePoint([5, null])).toBe(true);
  expect(hasLonePoint([null, null, 0])).toBe(true);
  expect(hasLonePoint([null, 5, 6, null])).toBe(false);
  expect(hasLonePoint([null, null])).toBe(false);
});
