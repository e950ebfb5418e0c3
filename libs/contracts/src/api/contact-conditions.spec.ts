import { everybody, meetsConditions, readConditions, type ContactFacts } from './contact-conditions';

const nobodyYet: ContactFacts = {
  ...{ labelIds: [], channelIds: [], optIn: false, isBlocked: false, isHighPriority: false },
  ...{ lastConversation: null, createdAt: '2026-05-01T00:00:00.000Z', lastSeenAt: null },
  ...{ metadata: [], attributes: {}, search: '' },
};

const one = (condition: unknown) => ({ match: 'all', groups: [{ match: 'any', conditions: [condition] }] });

it.each([
  ['no object', []],
  ['an unknown field', one({ field: 'shoes', is: true })],
  ['a label that is no id', one({ field: 'label', is: 'anyOf', ids: ['gold'] })],
  ['no labels at all', one({ field: 'label', is: 'anyOf', ids: [] })],
  [
    'more ids than are allowed',
    one({ field: 'label', is: 'anyOf', ids: Array(101).fill('0c0ffee0-0000-4000-8000-00000000000b') }),
  ],
  ['a flag that is a word', one({ field: 'vip', is: 'yes' })],
  ['a time that no calendar has', one({ field: 'createdAt', from: '2026-13-01' })],
  ['a comparison without its value', one({ field: 'metadata', name: 'Frame', is: 'contains' })],
  [
    'a number that is contained',
    one({
      field: 'attribute',
      attributeId: '0c0ffee0-0000-4000-8000-00000000000b',
      is: 'contains',
      value: 5,
    }),
  ],
  [
    'more groups than are allowed',
    { match: 'any', groups: Array(11).fill({ match: 'all', conditions: [] }) },
  ],
  [
    'more conditions than are allowed',
    { match: 'any', groups: [{ match: 'all', conditions: Array(21).fill({ field: 'vip', is: true }) }] },
  ],
])('%s are no conditions', (_, value) => {
  expect(readConditions(value)).toBeNull();
});

it('conditions come out with nothing beside them, and times in UTC', () => {
  const asked = one({ field: 'createdAt', from: '2026-05-01T02:00:00+02:00', before: null, hidden: 1 });
  expect(readConditions(asked)).toEqual(
    one({ field: 'createdAt', from: '2026-05-01T00:00:00.000Z', before: null }),
  );
});

it('nothing asked is met by everybody, also where any of several is enough', () => {
  expect(meetsConditions(nobodyYet, everybody)).toBe(true);
  expect(meetsConditions(nobodyYet, { match: 'any', groups: [{ match: 'any', conditions: [] }] })).toBe(true);
  expect(meetsConditions(nobodyYet, readConditions(one({ field: 'lastStatus', is: 'open' }))!)).toBe(false);
});
