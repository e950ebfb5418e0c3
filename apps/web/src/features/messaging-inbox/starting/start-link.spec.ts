import { linkOf } from './start-link';

const phone = { known: null, phone: '+34612345678', email: null };

it('reads whom to write to, where, what, with which template, and for whom', () => {
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
  ['a plus that is not escaped', '?to=+34612345678&channel=a'],
  ['two zeros', '?to=0034612345678&channel=a'],
  ['no prefix but the country', '?to=34612345678&channel=a'],
])('knows a number with %s', (_, search) => {
  expect(linkOf(search)).toMatchObject({ to: phone });
});

it.each([
  ['is neither phone nor e-mail', '?to=Ana&channel=a', { fault: 'format' }],
  ['names somebody twice', '?to=%2B34612345678&to=%2B34612345679&channel=a', { fault: 'format' }],
  ['is no UTF-8', '?to=%2B34612345678&channel=%FF', { fault: 'format' }],
  ['has a template with a strange name', '?to=%2B34612345678&channel=a&template=Hi!', { fault: 'format' }],
  ['has an id that is none', '?contactId=1&channel=a', { fault: 'format' }],
  ['is empty', '', { fault: 'missing', parameter: 'to' }],
  ['says nobody', '?channel=a', { fault: 'missing', parameter: 'to' }],
  ['says no channel', '?to=%2B34612345678', { fault: 'missing', parameter: 'channel' }],
])('says what is wrong with a link that %s', (_, search, fault) => {
  expect(linkOf(search)).toEqual(fault);
});
