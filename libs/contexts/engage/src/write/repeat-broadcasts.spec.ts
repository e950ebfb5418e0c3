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
  ['the first time is the broadcast itself', weekly, '2026-10-06T07:00:00.000Z', null],
  ['not before nine o’clock a week later', weekly, '2026-10-13T06:59:00.000Z', null],
  ['at nine o’clock a week later', weekly, '2026-10-13T07:00:00.000Z', '2026-10-13T09:00'],
  [
    'at nine by the clock on the wall after it went back',
    weekly,
    '2026-10-27T08:00:00.000Z',
    '2026-10-27T09:00',
  ],
  ['and not an hour before', weekly, '2026-10-27T07:30:00.000Z', null],
  ['late, where nobody could before', weekly, '2026-10-13T19:00:00.000Z', '2026-10-13T09:00'],
  ['not half a day late', weekly, '2026-10-13T19:01:00.000Z', null],
  ['on no other day of the week', weekly, '2026-10-14T09:00:00.000Z', null],
  ['each day, for those whose date it is', daily, '2026-10-07T07:00:00.000Z', '2026-10-07T09:00'],
  [
    'a week after it was sent at once, at the same time',
    started({ every: 'week', attributeId: null }, null),
    '2026-10-13T07:00:30.000Z',
    '2026-10-13T09:00',
  ],
  ['never, where it does not repeat', started(null), '2026-10-13T07:00:00.000Z', null],
])('a repeating broadcast is due %s', (_, state, now, at) => {
  expect(occurrenceAt(state, now)).toBe(at);
});
