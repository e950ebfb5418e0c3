import type { StatusLine, StatusResponse } from '@parley/contracts/api/status';
import { durationOf, shownLines, worstOf } from './status';

const checkedAt = '2026-11-23T10:02:00.000Z';
const now = Date.parse(checkedAt) + 20_000;
const line = (name: StatusLine['name'], state: StatusLine['state'] = 'ok', lateSeconds = 0): StatusLine => ({
  ...{ name, state, lateSeconds },
  since: state === 'ok' ? null : '2026-11-23T09:41:00.000Z',
});
const status = (...lines: StatusLine[]): StatusResponse => ({
  checkedAt,
  lines,
  brokenChannels: [],
  incompleteViews: [],
});
const states = (...args: Parameters<typeof shownLines>) => shownLines(...args).map(({ state }) => state);

test('shows a recent measurement unchanged', () => {
  const measured = status(line('incoming', 'slow', 120), line('live'));
  expect(states(measured, { isFailed: false, isConnected: true, now })).toEqual(['slow', 'ok']);
});

test('shows "unknown" instead of "ok" without a response or with an old one', () => {
  const measured = status(line('incoming'), line('live', 'slow', 12));
  const asked = { isFailed: false, isConnected: true, now };
  expect(states(measured, { ...asked, isFailed: true })).toEqual(['unknown', 'unknown']);
  expect(states(measured, { ...asked, now: now + 3_600_000 })).toEqual(['unknown', 'unknown']);
});

test('shows "unconnected" if only this window has no connection', () => {
  const asked = { isFailed: false, isConnected: false, now };
  expect(states(status(line('incoming'), line('live')), asked)).toEqual(['ok', 'unconnected']);
  expect(states(status(line('live', 'down')), asked)).toEqual(['down']);
});

test('sorts the worst state first, then the longest delay', () => {
  expect(worstOf([line('incoming'), line('live')])).toBeNull();
  expect(worstOf([line('incoming', 'slow', 20), line('live', 'slow', 40)])?.name).toBe('live');
  expect(worstOf([line('incoming', 'slow', 400), line('outgoing', 'down', 0)])?.name).toBe('outgoing');
  expect(worstOf([line('incoming'), line('outgoing', 'unknown')])?.name).toBe('outgoing');
});

test.each([
  [12, { unit: 's', value: 12, minutes: 0 }],
  [61, { unit: 'm', value: 2, minutes: 0 }],
  [3_600, { unit: 'h', value: 1, minutes: 0 }],
  [4_300, { unit: 'h', value: 1, minutes: 12 }],
])('formats a duration of %i seconds', (seconds, shown) => expect(durationOf(seconds)).toEqual(shown));
