import { linkOf } from './start-link';

const phone = { known: null, phone: '+34612345678', email: null };

it('reads recipient, channel, message, template and assignee from a link', () => {
  const query = new URLSearchParams({
    to: '+34 612 345 678',
    name: 'Ana',
    channel: 'Support',
    message: 'Hi, your bike is ready',
    template: 'order_ready',
    language: 'en_US',
    user: 'tom@us.example',
  });
  query.append('variable', 'Ana');
  query.append('variable', '7');
  expect(linkOf(`?${query}`)).toEqual({
    to: { ...phone, name: 'Ana' },
    channel: 'Support',
    text: 'Hi, your bike is ready',
    template: { name: 'order_ready', language: 'en_US', parameters: ['Ana', '7'] },
    user: 'tom@us.example',
  });
});

it.each([
  ['an unescaped plus', '?to=+34612345678&channel=a'],
  ['two leading zeros', '?to=0034612345678&channel=a'],
  ['its country code but no prefix', '?to=34612345678&channel=a'],
])('accepts a phone number with %s', (_, search) => {
  expect(linkOf(search)).toMatchObject({ to: phone });
});

it.each([
  ['has neither a phone nor an e-mail', '?to=Ana&channel=a', { fault: 'format' }],
  ['names two recipients', '?to=%2B34612345678&to=%2B34612345679&channel=a', { fault: 'format' }],
  ['is not UTF-8', '?to=%2B34612345678&channel=%FF', { fault: 'format' }],
  ['has a malformed template name', '?to=%2B34612345678&channel=a&template=Hi!', { fault: 'format' }],
  ['has a malformed id', '?contactId=1&channel=a', { fault: 'format' }],
  ['is empty', '', { fault: 'missing', parameter: 'to' }],
  ['names no recipient', '?channel=a', { fault: 'missing', parameter: 'to' }],
  ['names no channel', '?to=%2B34612345678', { fault: 'missing', parameter: 'channel' }],
])('reports the error of a link that %s', (_, search, fault) => {
  expect(linkOf(search)).toEqual(fault);
});
