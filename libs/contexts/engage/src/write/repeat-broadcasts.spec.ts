import { emptyTemplate, type BroadcastContent } from '@parley/contracts/events';
import { broadcast, emptyBroadcast, type BroadcastState } from '../domain/broadcast';
import { occurrenceAt } from './repeat-broadcasts';

const template = {
  ...{ id: 't', externalId: null, name: 'sale', language: 'en', attachment: null },
  ...({ category: 'marketing', content: emptyTemplate } as const),
};

/** Started at nine o'clock in Amsterdam on Tuesday 6 October, before the end of summer time. */
function started(repeat: BroadcastContent['repeat'], at: string | null = '2026-10-06T09:00'): BroadcastState {
  const schedule = { at, zone: 'organisation', spreadHours: 0 } as const;
  return {
    ...broadcast.initialState,
    status: 'active',
    content: { ...emptyBroadcast, schedule, repeat },
    start: {
      ...{ from: '2026-10-06T07:00:00.000Z', timeZone: 'Europe/Amsterdam', consent: 'agreed' },
      ...{ quietHours: { isOn: false, from: '21:00', until: '08:00' }, template, other: null, repeats: null },
    },
  };
}

const weekly = started({ every: 'week', attributeId: null });
const daily = started({ every: 'date', attributeId: 'birthday' });

test.each<[string, BroadcastState, string, string | null]>([
  ['is not repeated at its own start', weekly, '2026-10-06T07:00:00.000Z', null],
  ['is not repeated before nine o’clock a week later', weekly, '2026-10-13T06:59:00.000Z', null],
  ['is repeated at nine o’clock a week later', weekly, '2026-10-13T07:00:00.000Z', '2026-10-13T09:00'],
  [
    'is repeated at nine o’clock local time after the end of summer time',
    weekly,
    '2026-10-27T08:00:00.000Z',
    '2026-10-27T09:00',
  ],
  ['is not repeated an hour before nine o’clock local time', weekly, '2026-10-27T07:30:00.000Z', null],
  [
    'is repeated up to twelve hours late if no process did it before',
    weekly,
    '2026-10-13T19:00:00.000Z',
    '2026-10-13T09:00',
  ],
  ['is not repeated more than twelve hours late', weekly, '2026-10-13T19:01:00.000Z', null],
  ['is not repeated on another day of the week', weekly, '2026-10-14T09:00:00.000Z', null],
  [
    'is repeated each day for the contacts whose date it is',
    daily,
    '2026-10-07T07:00:00.000Z',
    '2026-10-07T09:00',
  ],
  [
    'is repeated a week later at the same time if it was sent immediately',
    started({ every: 'week', attributeId: null }, null),
    '2026-10-13T07:00:30.000Z',
    '2026-10-13T09:00',
  ],
  ['is never repeated without a repetition', started(null), '2026-10-13T07:00:00.000Z', null],
])('a broadcast %s', (_, state, now, at) => {
  expect(occurrenceAt(state, now)).toBe(at);
});
