import { afterQuiet, boundsOfMonth, instantOf, isTimeZone, monthOf, wallTime } from './wall-time';

const iso = (at: number) => new Date(at).toISOString();

test.each([
  ['2026-11-24T09:00', 'Europe/Amsterdam', '2026-11-24T08:00:00.000Z'],
  ['2026-07-01T09:00', 'Europe/Amsterdam', '2026-07-01T07:00:00.000Z'],
  ['2026-07-01T09:00', 'Asia/Kolkata', '2026-07-01T03:30:00.000Z'],
  ['2026-12-31T23:30', 'America/New_York', '2027-01-01T04:30:00.000Z'],
  // The clock skips this time, so the result is one hour later by the new time.
  ['2026-03-29T02:30', 'Europe/Amsterdam', '2026-03-29T01:30:00.000Z'],
  // The clock shows this time twice, so the result is the first.
  ['2026-10-25T02:30', 'Europe/Amsterdam', '2026-10-25T00:30:00.000Z'],
])('the local time %s in %s is the instant %s', (wall, zone, instant) => {
  expect(iso(instantOf(wall, zone))).toBe(instant);
});

test('returns the local time of an instant in a time zone', () => {
  expect(wallTime(Date.parse('2026-11-24T23:30:00Z'), 'Europe/Amsterdam')).toBe('2026-11-25T00:30');
});

test.each([
  ['20:59', '2026-11-24T19:59:00.000Z'],
  ['21:00', '2026-11-25T07:00:00.000Z'],
  ['03:00', '2026-11-24T07:00:00.000Z'],
  ['08:00', '2026-11-24T07:00:00.000Z'],
])('with quiet hours from 21:00 until 08:00, a message that is due at %s leaves at %s', (time, leaves) => {
  const quiet = { isOn: true, from: '21:00', until: '08:00' };
  const at = instantOf(`2026-11-24T${time}`, 'Europe/Amsterdam');
  expect(iso(afterQuiet(at, 'Europe/Amsterdam', quiet))).toBe(leaves);
});

test("a month begins and ends in the organisation's time zone", () => {
  expect(monthOf(Date.parse('2026-10-31T23:30:00Z'), 'Europe/Amsterdam')).toBe('2026-11');
  const { from, until } = boundsOfMonth('2026-12', 'Europe/Amsterdam');
  expect([iso(from), iso(until)]).toEqual(['2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z']);
});

test('rejects an unknown time zone', () => {
  expect(isTimeZone('Europe/Amsterdam')).toBe(true);
  expect(isTimeZone('Europe/Nowhere')).toBe(false);
});
