import { nextReportAt, periodBefore } from './report-calendar';

const zone = 'Europe/Amsterdam';

test.each([
  ['on a Wednesday', 'week', '2026-11-25T10:00:00.000Z', '2026-11-30T05:00:00.000Z'],
  ['on a Monday before six', 'week', '2026-11-30T04:59:59.999Z', '2026-11-30T05:00:00.000Z'],
  ['on a Monday at six', 'week', '2026-11-30T05:00:00.000Z', '2026-12-07T05:00:00.000Z'],
  ['while the clock is put forward', 'week', '2026-03-26T10:00:00.000Z', '2026-03-30T04:00:00.000Z'],
  ['within a month', 'month', '2026-01-31T10:00:00.000Z', '2026-02-01T05:00:00.000Z'],
  ['on the first at noon', 'month', '2026-02-01T11:00:00.000Z', '2026-03-01T05:00:00.000Z'],
  ['at the end of a year', 'month', '2026-12-15T11:00:00.000Z', '2027-01-01T05:00:00.000Z'],
] as const)('computes the time of the next report %s (every %s)', (_, every, now, at) => {
  expect(nextReportAt(every, zone, now)).toBe(at);
});

test.each([
  ['week', '2026-11-30T05:00:00.000Z', { from: '2026-11-23', to: '2026-11-29' }],
  ['week', '2026-12-06T22:30:00.000Z', { from: '2026-11-23', to: '2026-11-29' }],
  ['week', '2026-12-06T23:30:00.000Z', { from: '2026-11-30', to: '2026-12-06' }],
  ['month', '2026-03-01T05:00:00.000Z', { from: '2026-02-01', to: '2026-02-28' }],
  ['month', '2026-01-20T05:00:00.000Z', { from: '2025-12-01', to: '2025-12-31' }],
] as const)('a report for every %s that is sent at %s covers the last whole period', (every, now, period) => {
  expect(periodBefore(every, zone, now)).toEqual(period);
});
