import { dayIn, daysOf, labelsOf, unitOf, weekOf } from './periods';

const today = '2026-11-23';

test.each([
  ['today', '2026-11-23', '2026-11-23'],
  ['yesterday', '2026-11-22', '2026-11-22'],
  ['thisWeek', '2026-11-23', '2026-11-29'],
  ['lastWeek', '2026-11-16', '2026-11-22'],
  ['thisMonth', '2026-11-01', '2026-11-23'],
  ['lastMonth', '2026-10-01', '2026-10-31'],
  ['last28Days', '2026-10-27', '2026-11-23'],
  ['thisYear', '2026-01-01', '2026-12-31'],
  ['lastYear', '2025-01-01', '2025-12-31'],
] as const)('the period %s is from %s to %s', (period, between, and) => {
  expect(daysOf(period, today)).toEqual({ between, and });
});

test('today is the day in the time zone of the organisation', () => {
  const now = Date.parse('2026-11-23T23:30:00Z');
  expect(dayIn('Europe/Amsterdam', now)).toBe('2026-11-24');
  expect(dayIn('America/New_York', now)).toBe('2026-11-23');
});

const at = '2026-11-22T23:00:00.000Z';
const timeZone = 'Europe/Amsterdam';

test.each([
  ['today', 'hour', '00:00'],
  ['yesterday', 'hour', '00:00'],
  ['thisWeek', 'day', 'M'],
  ['thisMonth', 'day', '23'],
  ['last28Days', 'day', '23'],
  ['custom', 'day', '23'],
  ['lastMonth', 'week', '48'],
  ['lastYear', 'month', 'N'],
] as const)(
  'labels the time units of %s divided by %s as the specification requires',
  (period, unit, label) => {
    expect(labelsOf({ period, unit, timeZone }, 'en').short(at)).toBe(label);
    if (period !== 'custom') expect(unitOf(period)).toBe(unit);
  },
);

test('numbers weeks by ISO 8601', () => {
  expect(weekOf('2026-01-01')).toBe(1);
  expect(weekOf('2027-01-01')).toBe(53);
  expect(weekOf('2026-11-23')).toBe(48);
});
