import { addressOf, askedOf, filtersOf, isLive } from './filters';

const of = (search: string) => filtersOf(new URLSearchParams(search));
const now = Date.parse('2026-11-23T12:00:00Z');

test('a URL without parameters shows the last 28 days without filters', () => {
  expect(of('')).toEqual({
    period: 'last28Days',
    custom: null,
    asOf: null,
    shared: null,
    agent: [],
    channel: [],
    tags: [],
    team: [],
  });
  expect(askedOf(of(''), 'UTC', now)).toEqual({
    between: '2026-10-27',
    and: '2026-11-23',
    aggregatedBy: 'day',
  });
});

test.each([
  'period=ages',
  'period=custom',
  'period=custom&from=2026-11-02&to=2026-11-01',
  'period=custom&from=x&to=y',
  'period=custom&from=1990-01-01&to=2026-11-01',
])('shows the last 28 days for an invalid period: %s', (search) => {
  expect(of(search).period).toBe('last28Days');
});

test('writes filters to the URL and reads them back, and keeps other parameters', () => {
  const filters = of('period=custom&from=2026-11-01&to=2026-11-09&agent=a,b&tags=t');
  const address = addressOf(filters, new URLSearchParams('other=1'));
  expect(address.get('other')).toBe('1');
  expect(filtersOf(address)).toEqual(filters);
  expect(askedOf(filters, 'UTC', now)).toEqual({
    between: '2026-11-01',
    and: '2026-11-09',
    agent: 'a,b',
    tags: 't',
  });
});

test('a period that includes today is live', () => {
  expect(isLive(askedOf(of(''), 'UTC', now), 'UTC', now)).toBe(true);
  expect(isLive(askedOf(of('period=yesterday'), 'UTC', now), 'UTC', now)).toBe(false);
});

test('as of a past moment, periods end at that moment and no number is live', () => {
  const filters = of('asOf=2026-11-03T09:00Z&period=today');
  const asked = askedOf(filters, 'UTC', now);
  expect(asked).toMatchObject({ between: '2026-11-03', and: '2026-11-03', asOf: '2026-11-03T09:00:00.000Z' });
  expect(isLive(asked, 'UTC', Date.parse('2026-11-03T10:00:00Z'))).toBe(false);
  expect(of('asOf=soon').asOf).toBeNull();
});

test('a shared link shows the sharer’s graphs, and unknown graphs leave their slots empty', () => {
  const { shared } = of('graphs=0,3,,15,999,11');
  expect(shared?.slots).toEqual([0, 3, null, 15, null, 11]);
  const large = of('graphs=0,3,,15,,11&sizes=wide,small,small,huge,small,large');
  expect(large.shared?.sizes).toEqual(['wide', 'small', 'small', 'small', 'small', 'large']);
  expect(filtersOf(addressOf(large, new URLSearchParams()))).toEqual(large);
  expect(addressOf(of('graphs=0,3,,15,,11'), new URLSearchParams()).get('graphs')).toBe('0,3,,15,,11');
  expect(of('graphs=1').shared).toBeNull();
});
