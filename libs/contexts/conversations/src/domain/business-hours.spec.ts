import fc from 'fast-check';
import { weekdays, type BusinessHours, type OpenHours, type Weekday } from '@parley/contracts/events';
import { openingAt, type OpeningTimes } from './business-hours';

const office: OpenHours[] = [{ from: '09:00', to: '17:00' }];

function week(
  timeZone: string,
  days: Partial<BusinessHours['days']>,
  closingDates: string[] = [],
): OpeningTimes {
  const none = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as BusinessHours['days'];
  return {
    businessHours: { timeZone, days: { ...none, ...days } },
    closingDates: closingDates.map((date) => ({ date, name: 'Closed' })),
  };
}

const officeDays = { mon: office, tue: office, wed: office, thu: office, fri: office };
const madrid = week('Europe/Madrid', officeDays, ['2026-05-01', '2026-12-25']);

/**
 * Describes the channel at `at` in one line: `open`, or the kind of day with the times of closing and opening, in UTC
 * without seconds.
 */
function said(times: OpeningTimes, at: string): string {
  const opening = openingAt(times, at);
  if (opening.isOpen) return 'open';
  const short = (time: string | null) => time?.slice(0, 16) ?? 'ever';
  return `${opening.day} ${short(opening.since)} > ${short(opening.until)}`;
}

describe('A week of office hours in Madrid', () => {
  it.each([
    ['is open on a Wednesday at noon', '2026-05-13T10:00:00Z', 'open'],
    ['is open in the first minute', '2026-05-13T07:00:00Z', 'open'],
    ['is open in the last second', '2026-05-13T14:59:59Z', 'open'],
    ['is closed from five o’clock on', '2026-05-13T15:00:00Z', 'weekday 2026-05-13T15:00 > 2026-05-14T07:00'],
    [
      'is closed at night until the next morning',
      '2026-05-13T23:30:00Z',
      'weekday 2026-05-13T15:00 > 2026-05-14T07:00',
    ],
    [
      'is closed on Friday evening until Monday',
      '2026-05-15T20:00:00Z',
      'weekday 2026-05-15T15:00 > 2026-05-18T07:00',
    ],
    [
      'counts Sunday as part of the weekend',
      '2026-05-17T10:00:00Z',
      'weekend 2026-05-15T15:00 > 2026-05-18T07:00',
    ],
    [
      'is closed early on Monday, since Friday',
      '2026-05-18T05:00:00Z',
      'weekday 2026-05-15T15:00 > 2026-05-18T07:00',
    ],
    [
      'is closed on a closing date',
      '2026-05-01T10:00:00Z',
      'closing-date 2026-04-30T15:00 > 2026-05-04T07:00',
    ],
    [
      'stays closed on the weekend after a closing date',
      '2026-05-02T10:00:00Z',
      'weekend 2026-04-30T15:00 > 2026-05-04T07:00',
    ],
    [
      'opens by summer time after the clock went forward',
      '2026-03-29T10:00:00Z',
      'weekend 2026-03-27T16:00 > 2026-03-30T07:00',
    ],
    [
      'opens by winter time after the clock went back',
      '2026-10-25T10:00:00Z',
      'weekend 2026-10-23T15:00 > 2026-10-26T08:00',
    ],
  ])('%s', (_, at, expected) => expect(said(madrid, at)).toBe(expected));
});

describe('The night in which daylight saving time begins or ends', () => {
  const nights = { sat: [{ from: '22:00', to: '06:00' }] };
  const small = { sun: [{ from: '01:30', to: '02:30' }] };
  it.each([
    [
      'ends a night shift at 06:00 in New York, where the clock goes forward',
      'America/New_York',
      nights,
      '2026-03-08T11:00:00Z',
      /^weekend 2026-03-08T10:00/,
    ],
    [
      'ends a night shift at 06:00 in New York, where the clock goes back',
      'America/New_York',
      nights,
      '2026-11-01T12:00:00Z',
      /^weekend 2026-11-01T11:00/,
    ],
    [
      'closes at the start of an hour that is left out',
      'Europe/Madrid',
      small,
      '2026-03-29T01:00:00Z',
      /^weekend 2026-03-29T01:00/,
    ],
    ['is open before an hour that is left out', 'Europe/Madrid', small, '2026-03-29T00:45:00Z', /^open$/],
    [
      'is open in the first pass of a repeated hour',
      'Europe/Madrid',
      small,
      '2026-10-25T00:15:00Z',
      /^open$/,
    ],
    [
      'is closed between the passes of a repeated hour',
      'Europe/Madrid',
      small,
      '2026-10-25T00:45:00Z',
      /^weekend 2026-10-25T00:30 > 2026-10-25T01:00/,
    ],
    [
      'is closed after the second pass of a repeated hour',
      'Europe/Madrid',
      small,
      '2026-10-25T01:45:00Z',
      /^weekend 2026-10-25T01:30 > 2026-11-01T00:30/,
    ],
    [
      'ends a night shift at 06:00 on Lord Howe Island, where the clock goes back by half an hour',
      'Australia/Lord_Howe',
      nights,
      '2026-04-04T19:45:00Z',
      /^weekend 2026-04-04T19:30/,
    ],
    [
      'ends a night shift at 06:00 on Lord Howe Island, where the clock goes forward by half an hour',
      'Australia/Lord_Howe',
      nights,
      '2026-10-03T19:15:00Z',
      /^weekend 2026-10-03T19:00/,
    ],
  ] as const)('%s', (_, zone, days, at, expected) =>
    expect(said(week(zone, days as Partial<BusinessHours['days']>), at)).toMatch(expected),
  );
});

describe('Business hours', () => {
  it('a channel without business hours is always open', () => {
    expect(
      said(
        { businessHours: null, closingDates: [{ date: '2026-05-01', name: 'Labour day' }] },
        '2026-05-01T10:00:00Z',
      ),
    ).toBe('open');
  });

  it('a channel with hours on no day is closed, without start and end of the closed period', () => {
    expect(said(week('Europe/Madrid', {}), '2026-05-13T10:00:00Z')).toBe('weekday ever > ever');
  });

  it('business hours that cover 24 hours never close, whether they end at 24:00 or at midnight', () => {
    for (const to of ['24:00', '00:00']) {
      const always = Object.fromEntries(weekdays.map((day) => [day, [{ from: '00:00', to }]]));
      for (const at of ['2026-05-13T22:00:00Z', '2026-05-13T21:59:59Z', '2026-03-29T01:00:00Z'])
        expect(said(week('Europe/Madrid', always), at)).toBe('open');
    }
  });

  it('business hours may have a break at noon', () => {
    const split = week('Asia/Kolkata', {
      wed: [
        { from: '09:00', to: '13:00' },
        { from: '14:30', to: '18:00' },
      ],
    });
    expect(said(split, '2026-05-13T08:00:00Z')).toBe('weekday 2026-05-13T07:30 > 2026-05-13T09:00');
    expect(said(split, '2026-05-13T03:30:00Z')).toBe('open');
    expect(said(split, '2026-05-13T03:29:00Z')).toBe('weekday 2026-05-06T12:30 > 2026-05-13T03:30');
  });

  it('business hours that continue overnight end at midnight before a closing date, and do not start on that date', () => {
    const nights = { thu: [{ from: '22:00', to: '06:00' }], fri: [{ from: '22:00', to: '06:00' }] };
    const bar = week('Europe/Madrid', nights, ['2026-05-15']);
    expect(said(bar, '2026-05-14T21:59:00Z')).toBe('open');
    expect(said(bar, '2026-05-14T22:00:00Z')).toBe('closing-date 2026-05-14T22:00 > 2026-05-21T20:00');
    expect(said(bar, '2026-05-16T02:00:00Z')).toBe('weekend 2026-05-14T22:00 > 2026-05-21T20:00');
  });

  it('a channel with closing dates for more than a year is closed, without start and end of the closed period', () => {
    const days = Array.from({ length: 800 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    );
    expect(said(week('Europe/Madrid', officeDays, days), '2027-02-03T10:00:00Z')).toBe(
      'closing-date ever > ever',
    );
  });
});

const zones = [
  'Europe/Madrid',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'UTC',
];
const time = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => `${pad(Math.floor(quarter / 4))}:${pad((quarter % 4) * 15)}`);
const spans = fc.array(fc.record({ from: time, to: fc.oneof(time, fc.constant('24:00')) }), { maxLength: 3 });
const anyTimes = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    days: fc.record(Object.fromEntries(weekdays.map((day) => [day, spans])) as Record<Weekday, typeof spans>),
    // Closing dates as days of 2026, where 0 is 1 January.
    closing: fc.array(fc.integer({ min: 0, max: 364 }), { maxLength: 4 }),
  })
  .map(({ timeZone, days, closing }): OpeningTimes => ({
    businessHours: { timeZone, days },
    closingDates: closing.map((day) => ({
      date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
      name: '',
    })),
  }));
const instant = fc.oneof(
  fc.integer({ min: 0, max: 365 * 24 * 60 }).map((minute) => Date.UTC(2026, 0, 1) + minute * 60_000),
  ...[
    '2026-03-08T07:00Z',
    '2026-03-29T01:00Z',
    '2026-04-04T15:00Z',
    '2026-10-03T15:30Z',
    '2026-10-25T01:00Z',
    '2026-11-01T06:00Z',
  ].map((change) =>
    fc.integer({ min: -600, max: 600 }).map((minute) => Date.parse(change) + minute * 60_000),
  ),
);

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/** Computes independently of `openingAt` whether a channel is open, by comparing the text of the local time. */
function isOpenByTheClock({ businessHours, closingDates }: OpeningTimes, at: number): boolean {
  const { timeZone, days } = businessHours!;
  const [date = '', clock = ''] = new Date(at).toLocaleString('sv-SE', { timeZone }).split(' ');
  const dayOf = (text: string) => weekdays[(new Date(text).getUTCDay() + 6) % 7]!;
  const yesterday = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
  const isClosed = (text: string) => closingDates.some((closing) => closing.date === text);
  const isNight = ({ from, to }: OpenHours) => to <= from;
  if (isClosed(date)) return false;
  const now = clock.slice(0, 5);
  return (
    days[dayOf(date)].some((hours) => now >= hours.from && (isNight(hours) || now < hours.to)) ||
    (!isClosed(yesterday) && days[dayOf(yesterday)].some((hours) => isNight(hours) && now < hours.to))
  );
}

describe('For any hours, time zone and instant', () => {
  it('agrees with the second implementation of openingAt', () => {
    fc.assert(
      fc.property(anyTimes, instant, (times, at) => {
        expect(openingAt(times, new Date(at).toISOString()).isOpen).toBe(isOpenByTheClock(times, at));
      }),
      { numRuns: 500 },
    );
  });

  it('each minute of a closed period is closed, and yields the same start and end', () => {
    fc.assert(
      fc.property(anyTimes, instant, fc.double({ min: 0, max: 1, noNaN: true }), (times, at, share) => {
        const opening = openingAt(times, new Date(at).toISOString());
        if (opening.isOpen || opening.since === null || opening.until === null) return;
        const [since, until] = [Date.parse(opening.since), Date.parse(opening.until)];
        expect(since).toBeLessThanOrEqual(at);
        expect(until).toBeGreaterThan(at);
        expect(isOpenByTheClock(times, since - 1)).toBe(true);
        expect(isOpenByTheClock(times, until)).toBe(true);
        const within = Math.floor(since + share * (until - since - 1));
        for (const moment of [since, within, until - 1]) {
          expect(isOpenByTheClock(times, moment)).toBe(false);
          const { since: begun, until: ends } = opening;
          expect(openingAt(times, new Date(moment).toISOString())).toMatchObject({
            since: begun,
            until: ends,
          });
        }
      }),
      { numRuns: 300 },
    );
  });
});
