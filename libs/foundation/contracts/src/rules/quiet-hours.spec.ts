import { halfHours, isQuietAt } from './quiet-hours';

const quiet = (from: string, until: string, isOn = true) => ({ isOn, from, until });

test.each([
  ['18:00', true],
  ['23:59', true],
  ['00:00', true],
  ['07:59', true],
  ['08:00', false],
  ['12:00', false],
  ['17:59', false],
])('with quiet hours from 18:00 to 08:00, isQuietAt(%s) is %s', (time, isQuiet) => {
  expect(isQuietAt(quiet('18:00', '08:00'), time)).toBe(isQuiet);
});

test('quiet hours within one day end on that day', () => {
  expect(isQuietAt(quiet('12:00', '13:30'), '13:00')).toBe(true);
  expect(isQuietAt(quiet('12:00', '13:30'), '13:30')).toBe(false);
  expect(isQuietAt(quiet('12:00', '13:30'), '11:59')).toBe(false);
});

test('equal times mean the whole day, and no time is quiet while quiet hours are off', () => {
  expect(isQuietAt(quiet('09:00', '09:00'), '03:00')).toBe(true);
  expect(isQuietAt(quiet('09:00', '09:00', false), '03:00')).toBe(false);
});

test('a day has 48 half hours', () => {
  expect(halfHours).toHaveLength(48);
  expect([halfHours[0], halfHours[17], halfHours[47]]).toEqual(['00:00', '08:30', '23:30']);
});
