import { isoTime } from './iso-time';

test('formats the same time equally from a `Date`, from JSON and from another time zone', () => {
  for (const [written, iso] of [
    ['2026-11-26T02:03:04+00:00', '2026-11-26T02:03:04.000Z'],
    ['2026-11-26T02:03:04.5+00:00', '2026-11-26T02:03:04.500Z'],
    ['2026-11-26T02:03:04.123456+00:00', '2026-11-26T02:03:04.123Z'],
    ['2026-11-26T02:03:04.999999+00:00', '2026-11-26T02:03:04.999Z'],
    ['2026-11-26T04:03:04.5+02:00', '2026-11-26T02:03:04.500Z'],
    ['2026-11-26T02:03:04.123Z', '2026-11-26T02:03:04.123Z'],
  ] as const) {
    expect(isoTime(written)).toBe(iso);
    expect(isoTime(written)).toBe(isoTime(new Date(written)));
  }
});
