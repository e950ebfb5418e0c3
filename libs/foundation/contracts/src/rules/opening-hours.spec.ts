import fc from 'fast-check';
import { weekdays, type BusinessHours } from '../events/channel.events';
import { openMillis } from './opening-hours';

const HOUR = 3_600_000;
const office: BusinessHours = {
  timeZone: 'Europe/Amsterdam',
  days: {
    ...{ mon: nine(), tue: nine(), wed: nine(), thu: nine(), fri: [{ from: '22:00', to: '02:00' }] },
    ...{ sat: [], sun: [{ from: '00:00', to: '24:00' }] },
  },
};
function nine() {
  return [{ from: '09:00', to: '17:30' }];
}
const hours = (from: string, to: string, closing: string[] = []) =>
  openMillis(
    { businessHours: office, closingDates: closing.map((date) => ({ date, name: 'Holiday' })) },
    from,
    to,
  ) / HOUR;

test('a channel without hours is always open', () => {
  expect(
    openMillis({ businessHours: null, closingDates: [] }, '2026-05-01T00:00:00Z', '2026-05-01T01:00:00Z'),
  ).toBe(HOUR);
});

test('returns 0 if the end is before the beginning', () => {
  expect(hours('2026-05-04T12:00:00Z', '2026-05-04T11:00:00Z')).toBe(0);
});

test('counts only open hours, also overnight, in the time zone of the business', () => {
  // Monday 16:30 to Tuesday 10:00 in Amsterdam.
  expect(hours('2026-05-04T14:30:00Z', '2026-05-05T08:00:00Z')).toBe(2);
});

test('hours that end on the next day count on that day, unless it is a closing date', () => {
  expect(hours('2026-05-08T19:00:00Z', '2026-05-09T10:00:00Z')).toBe(4);
  expect(hours('2026-05-08T19:00:00Z', '2026-05-09T10:00:00Z', ['2026-05-09'])).toBe(2);
});

test('a closing date is closed regardless of its hours', () => {
  expect(hours('2026-05-04T00:00:00Z', '2026-05-05T20:00:00Z', ['2026-05-04'])).toBe(8.5);
});

test('the Sunday on which daylight saving time begins has 23 hours, and the Sunday on which it ends has 25', () => {
  expect(hours('2026-03-28T12:00:00Z', '2026-03-29T22:00:00Z')).toBe(23);
  expect(hours('2026-10-24T12:00:00Z', '2026-10-25T23:00:00Z')).toBe(25);
});

/** Reference implementation: checks the local time every quarter of an hour. */
function lookedAt(timeZone: string, from: number, to: number, days: BusinessHours['days']): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  let open = 0;
  for (let instant = from; instant < to; instant += HOUR / 4) {
    const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
    const index = weekdays.indexOf(parts.weekday!.toLowerCase() as 'mon');
    const time = `${parts.hour}:${parts.minute}`;
    const isIn = days[weekdays[index]!].some(
      (span) => time >= span.from && (span.to <= span.from || time < span.to),
    );
    const isOver = days[weekdays[(index + 6) % 7]!].some((span) => span.to <= span.from && time < span.to);
    if (isIn || isOver) open += HOUR / 4;
  }
  return open;
}

const quarter = fc
  .integer({ min: 0, max: 95 })
  .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`);
const span = fc.record({ from: quarter, to: quarter });
const anyDays = fc.record(
  Object.fromEntries(weekdays.map((day) => [day, fc.array(span, { maxLength: 2 })])) as Record<
    (typeof weekdays)[number],
    fc.Arbitrary<{ from: string; to: string }[]>
  >,
);

test('openMillis equals a check of the local time every quarter of an hour, in three time zones and across clock changes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe'),
      fc.constantFrom(
        '2026-03-06T00:00:00Z',
        '2026-03-27T00:00:00Z',
        '2026-04-03T00:00:00Z',
        '2026-10-23T00:00:00Z',
      ),
      fc.nat(400),
      fc.nat(600),
      anyDays,
      (timeZone, begins, after, long, days) => {
        const from = Date.parse(begins) + (after * HOUR) / 4;
        const to = from + (long * HOUR) / 4;
        const found = openMillis(
          { businessHours: { timeZone, days }, closingDates: [] },
          new Date(from).toISOString(),
          new Date(to).toISOString(),
        );
        expect(found).toBe(lookedAt(timeZone, from, to, days));
      },
    ),
    { numRuns: 150 },
  );
});

describe('over decades', () => {
  const day = fc.integer({ min: Date.UTC(1970, 0) / 900_000, max: Date.UTC(2027, 0) / 900_000 });
  const date = fc
    .integer({ min: 0, max: 20_000 })
    .map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));

  test('the open time of a period is the sum of the open times of its parts', () => {
    fc.assert(
      fc.property(
        anyDays,
        fc.array(date, { maxLength: 20 }),
        fc.array(day, { minLength: 3, maxLength: 8 }),
        (days, dates, cuts) => {
          const closingDates = dates.map((each) => ({ date: each, name: 'Holiday' }));
          const times = { businessHours: { timeZone: 'America/New_York', days }, closingDates };
          const ends = cuts.sort((a, b) => a - b).map((cut) => new Date(cut * 900_000).toISOString());
          const parts = ends.slice(1).map((end, index) => openMillis(times, ends[index]!, end));
          expect(openMillis(times, ends[0]!, ends.at(-1)!)).toBe(parts.reduce((sum, part) => sum + part, 0));
        },
      ),
      { numRuns: 15 },
    );
  });

  test('the cost of a period of 57 years rises with its clock changes, not with its days', () => {
    const span = ['1970-01-01T00:00:00Z', '2026-11-28T12:00:00Z'] as const;
    const expected = hours(...span, ['2020-12-25']);
    const dates = jest.spyOn(Date.prototype, 'toISOString');
    const clocks = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    expect(hours(...span, ['2020-12-25'])).toBe(expected);
    // An implementation that iterates over days would compute the dates of 20,000 days.
    expect(dates.mock.calls.length).toBeLessThan(1_500);
    expect(clocks).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });
});
