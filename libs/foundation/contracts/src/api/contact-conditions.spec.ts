import { everybody, meetsConditions, readConditions, type ContactFacts } from './contact-conditions';

const nobodyYet: ContactFacts = {
  ...{ labelIds: [], channelIds: [], optIn: false, isBlocked: false, isHighPriority: false },
  ...{ lastConversation: null, createdAt: '2026-05-01T00:00:00.000Z', lastSeenAt: null },
  ...{ metadata: [], attributes: {}, search: '' },
};

const id = '0c0ffee0-0000-4000-8000-00000000000b';
const one = (condition: unknown) => ({ match: 'all', groups: [{ match: 'any', conditions: [condition] }] });

it.each([
  ['a list instead of an object', []],
  ['an unknown field', one({ field: 'shoes', is: true })],
  ['a label that is not an id', one({ field: 'label', is: 'anyOf', ids: ['gold'] })],
  ['an empty list of labels', one({ field: 'label', is: 'anyOf', ids: [] })],
  [
    'more than 100 ids',
    one({ field: 'label', is: 'anyOf', ids: Array(101).fill('0c0ffee0-0000-4000-8000-00000000000b') }),
  ],
  ['a flag that is not a boolean', one({ field: 'vip', is: 'yes' })],
  ['a month that does not exist', one({ field: 'createdAt', from: '2026-13-01' })],
  ['the year 0000', one({ field: 'createdAt', from: '0000-01-01' })],
  ['a moment before the year 1 in UTC', one({ field: 'createdAt', from: '0001-01-01T00:00:00+14:00' })],
  ['a moment after the year 9999 in UTC', one({ field: 'createdAt', before: '9999-12-31T23:59:59-12:00' })],
  ['the 30th of February', one({ field: 'lastSeenAt', from: '2026-02-30' })],
  ['the 31st of April with a time', one({ field: 'lastSeenAt', from: '2026-04-31T10:00:00Z' })],
  [
    'a time with too many digits',
    one({ field: 'createdAt', from: `2026-01-01T00:00:00.${'0'.repeat(100)}Z` }),
  ],
  [
    'an infinite number',
    one({ field: 'attribute', attributeId: id, is: 'atLeast', value: JSON.parse('1e999') }),
  ],
  ['text with a NUL character', one({ field: 'keyword', value: 'a\0b' })],
  ['text with half of a surrogate pair', one({ field: 'keyword', value: 'a\ud800' })],
  ['groups within conditions', { match: 'all', groups: [one({ field: 'vip', is: true })] }],
  ['a comparison without its value', one({ field: 'metadata', name: 'Frame', is: 'contains' })],
  [
    'a number as the value of “contains”',
    one({
      field: 'attribute',
      attributeId: '0c0ffee0-0000-4000-8000-00000000000b',
      is: 'contains',
      value: 5,
    }),
  ],
  ['more than 10 groups', { match: 'any', groups: Array(11).fill({ match: 'all', conditions: [] }) }],
  [
    'more than 20 conditions',
    { match: 'any', groups: [{ match: 'all', conditions: Array(21).fill({ field: 'vip', is: true }) }] },
  ],
])('rejects %s', (_, value) => {
  expect(readConditions(value)).toBeNull();
});

it('removes unknown fields and converts times to UTC', () => {
  const asked = one({ field: 'createdAt', from: '2026-05-01T02:00:00+02:00', before: null, hidden: 1 });
  expect(readConditions(asked)).toEqual(
    one({ field: 'createdAt', from: '2026-05-01T00:00:00.000Z', before: null }),
  );
});

it('compares text by code points and lower case by character, as PostgreSQL does', () => {
  const facts = {
    ...nobodyYet,
    metadata: [{ name: 'İD', value: 'ΟΔΟΣ' }],
    attributes: { [id]: '\u{1f600}' },
  };
  const meets = (condition: object) => meetsConditions(facts, readConditions(one(condition))!);
  expect(meets({ field: 'metadata', name: 'id', is: 'is', value: 'οδοσ' })).toBe(true);
  expect(meets({ field: 'attribute', attributeId: id, is: 'atLeast', value: '\uffee' })).toBe(true);
});

it('empty conditions match every contact, also if any of several groups suffices', () => {
  expect(meetsConditions(nobodyYet, everybody)).toBe(true);
  expect(meetsConditions(nobodyYet, { match: 'any', groups: [{ match: 'any', conditions: [] }] })).toBe(true);
  expect(meetsConditions(nobodyYet, readConditions(one({ field: 'lastStatus', is: 'open' }))!)).toBe(false);
});
