import { localInput, momentsAfter } from './moments';

const timesAt = (now: string) =>
  Object.fromEntries(momentsAfter(new Date(now)).map(({ choice, until }) => [choice, localInput(until)]));

it.each([
  ['on a Wednesday', '2026-11-18T10:00', { tomorrow: '2026-11-19T09:00', monday: '2026-11-23T09:00' }],
  ['on a Monday', '2026-11-16T10:00', { tomorrow: '2026-11-17T09:00', monday: '2026-11-23T09:00' }],
  ['on a Sunday', '2026-11-22T22:00', { tomorrow: '2026-11-23T09:00', monday: '2026-11-30T09:00' }],
  ['at the end of a year', '2026-12-31T10:00', { tomorrow: '2027-01-01T09:00', monday: '2027-01-04T09:00' }],
])('offers only future and different times, %s', (_, now, times) => {
  expect(timesAt(now)).toMatchObject(times);
});

it('offers three hours from now', () => {
  expect(timesAt('2026-11-18T10:30').later).toBe('2026-11-18T13:30');
});
