import fc from 'fast-check';
import { openMillis, type BusinessHours, type OpeningTimes, type SlaPolicy } from '@parley/contracts/events';
import {
  afterAnswer,
  afterLostAnswer,
  afterTelling,
  planOf,
  policyFor,
  runningClocks,
  spanFrom,
  tellings,
  type Clocked,
} from './service-level';

const nine = [{ from: '09:00', to: '17:00' }];
const office: BusinessHours = {
  timeZone: 'Europe/Amsterdam',
  days: { mon: nine, tue: nine, wed: nine, thu: nine, fri: nine, sat: [], sun: [] },
};
const open: OpeningTimes = { businessHours: office, closingDates: [] };
const always: OpeningTimes = { businessHours: null, closingDates: [] };
const policy: SlaPolicy = {
  ...{ id: 'p', name: 'Gold', channelIds: [], teamIds: [], tagIds: [], isPriorityOnly: false },
  targets: { firstReply: 60, nextReply: null, resolve: null },
  ...{ countsBusinessHours: true, pausesForContact: true, warnsAtPercent: 50 },
};
const waiting = (since: string): Clocked => ({ isOpen: true, waitingSince: since, span: spanFrom(since) });
const dueAt = (since: string, times = open, minutes = 60) =>
  runningClocks(waiting(since), { ...policy, targets: { ...policy.targets, firstReply: minutes } }, times)[0]
    ?.dueAt;

test.each([
  ['within the hours', '2026-05-04T08:00:00.000Z', 60, '2026-05-04T09:00:00.000Z'],
  ['across the end of the day', '2026-05-04T14:30:00.000Z', 60, '2026-05-05T07:30:00.000Z'],
  ['across the weekend', '2026-05-08T14:30:00.000Z', 60, '2026-05-11T07:30:00.000Z'],
  ['from a start before they begin', '2026-05-04T03:00:00.000Z', 60, '2026-05-04T08:00:00.000Z'],
  ['exactly at their end', '2026-05-04T14:00:00.000Z', 60, '2026-05-04T15:00:00.000Z'],
  ['across the change to summer time', '2026-03-27T15:30:00.000Z', 60, '2026-03-30T07:30:00.000Z'],
  ['across the change to winter time', '2026-10-23T14:30:00.000Z', 60, '2026-10-26T08:30:00.000Z'],
  ['across several days', '2026-10-23T14:00:00.000Z', 17 * 60, '2026-10-27T16:00:00.000Z'],
])('puts the deadline by opening hours %s', (_, since, minutes, expected) => {
  expect(dueAt(since, open, minutes)).toBe(expected);
});

test('does not count the hours of a closing date', () => {
  const times = { businessHours: office, closingDates: [{ date: '2026-05-05', name: 'Liberation Day' }] };
  expect(dueAt('2026-05-04T14:30:00.000Z', times)).toBe('2026-05-06T07:30:00.000Z');
});

test('has no deadline if the channel never opens', () => {
  const never = { ...office, days: { ...office.days, mon: [], tue: [], wed: [], thu: [], fri: [] } };
  expect(dueAt('2026-05-04T08:00:00.000Z', { businessHours: never, closingDates: [] })).toBeUndefined();
});

test('puts each deadline at the moment when the open time since the start equals the target', () => {
  const when = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) });
  fc.assert(
    fc.property(when, fc.integer({ min: 1, max: 10_000 }), (since, minutes) => {
      const from = new Date(since).toISOString();
      expect(openMillis(open, from, dueAt(from, open, minutes)!)).toBe(minutes * 60_000);
    }),
    { numRuns: 60 },
  );
});

test('counts hours outside business hours if the policy ignores business hours', () => {
  const around = { ...policy, countsBusinessHours: false };
  expect(runningClocks(waiting('2026-05-08T20:00:00.000Z'), around, open)[0]?.dueAt).toBe(
    '2026-05-08T21:00:00.000Z',
  );
});

describe('SLA clocks', () => {
  const all = { ...policy, targets: { firstReply: 60, nextReply: 30, resolve: 120 } };
  const at = (time: string) => `2026-05-04T${time}:00.000Z`;
  const clocks = (clocked: Clocked, of = all) =>
    runningClocks(clocked, of, always).map(({ clock, dueAt: due }) => [clock, due.slice(11, 16)]);

  test('clocks run for the first reply and the resolution while the contact waits', () => {
    expect(clocks(waiting(at('08:00')))).toEqual([
      ['firstReply', '09:00'],
      ['resolve', '10:00'],
    ]);
  });

  test('clocks stop after a reply, while the agent waits for the contact', () => {
    const span = afterAnswer(spanFrom(at('08:00')), at('08:00'), at('08:20'));
    expect(clocks({ isOpen: true, waitingSince: null, span })).toEqual([]);
  });

  test('the resolution clock pauses while the agent waits for the contact', () => {
    const span = afterAnswer(spanFrom(at('08:00')), at('08:00'), at('08:20'));
    expect(clocks({ isOpen: true, waitingSince: at('12:00'), span })).toEqual([
      ['nextReply', '12:30'],
      ['resolve', '13:40'],
    ]);
  });

  test('the resolution clock counts all time if the policy does not pause it', () => {
    const span = afterAnswer(spanFrom(at('08:00')), at('08:00'), at('08:20'));
    const unpaused = { ...all, pausesForContact: false };
    expect(clocks({ isOpen: true, waitingSince: null, span }, unpaused)).toEqual([['resolve', '10:00']]);
  });

  test('the first-reply clock continues if the only reply was declined', () => {
    const answered = afterAnswer(spanFrom(at('08:00')), at('08:00'), at('08:20'));
    const span = afterLostAnswer(answered, at('08:00'));
    expect(clocks({ isOpen: true, waitingSince: at('08:00'), span })[0]).toEqual(['firstReply', '09:00']);
  });

  test('clocks stop while the conversation is archived', () => {
    expect(clocks({ ...waiting(at('08:00')), isOpen: false })).toEqual([]);
  });

  test('clocks report a warning once, then a breach once', () => {
    const clocked = waiting(at('08:00'));
    const running = runningClocks(clocked, policy, always);
    let { span } = clocked;
    const tell = (time: string) => {
      const told = tellings(running, span, at(time));
      for (const { stage, clock, since, dueAt: due } of told) {
        span = afterTelling(span, { clock, policyId: 'p', since, dueAt: due }, stage, at(time));
      }
      return told.map(({ stage }) => stage);
    };
    expect(planOf(running, span)).toMatchObject({ next: at('08:30'), shown: { stage: 'running' } });
    expect(tell('08:29')).toEqual([]);
    expect(tell('08:30')).toEqual(['warned']);
    expect(tell('08:31')).toEqual([]);
    expect(planOf(running, span)).toMatchObject({ next: at('09:00'), shown: { stage: 'warned' } });
    expect(tell('09:00')).toEqual(['breached']);
    expect(tell('09:30')).toEqual([]);
    expect(planOf(running, span)).toMatchObject({ next: null, shown: { stage: 'breached' } });
  });

  test('clocks report only the breach if warning and breach are both overdue', () => {
    const clocked = waiting(at('08:00'));
    const told = tellings(runningClocks(clocked, policy, always), clocked.span, at('11:00'));
    expect(told.map(({ stage }) => stage)).toEqual(['breached']);
  });
});

describe('Choosing a policy', () => {
  const judged = { channelId: 'c', teamId: 't', tagIds: ['x'], isPriority: false };
  test.each([
    ['all conversations', {}, true],
    ['its channel', { channelIds: ['c'] }, true],
    ['another channel', { channelIds: ['d'] }, false],
    ['its team', { teamIds: ['s', 't'] }, true],
    ['another team', { teamIds: ['s'] }, false],
    ['its tag', { tagIds: ['x', 'y'] }, true],
    ['another tag', { tagIds: ['y'] }, false],
    ['high priority only', { isPriorityOnly: true }, false],
    ['its channel and another tag', { channelIds: ['c'], tagIds: ['y'] }, false],
  ])('a policy for %s with the conditions %j matches the conversation: %s', (_, conditions, isFound) => {
    expect(policyFor([{ ...policy, ...conditions }], judged)).toEqual(
      isFound ? { ...policy, ...conditions } : null,
    );
  });

  test('chooses the first policy that matches', () => {
    const second = { ...policy, id: 'q' };
    expect(policyFor([{ ...policy, teamIds: ['s'] }, second, policy], judged)).toBe(second);
  });
});
