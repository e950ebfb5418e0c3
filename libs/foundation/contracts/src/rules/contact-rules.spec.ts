import { brokenContactRule, contactFieldOf, startRefusal } from './contact-rules';

const nobody = { phone: null, email: null };

test.each(['whatsapp', 'sms', 'test'] as const)('a chat over %s takes a phone', (platform) => {
  expect(startRefusal({ platform }, { ...nobody, email: 'ana@example.org' })).toBe('no-phone');
  expect(startRefusal({ platform }, { ...nobody, phone: '+34612345678' })).toBeNull();
});

test('a chat by e-mail takes an e-mail address', () => {
  expect(startRefusal({ platform: 'email' }, { ...nobody, phone: '+34612345678' })).toBe('no-email');
  expect(startRefusal({ platform: 'email' }, { ...nobody, email: 'ana@example.org' })).toBeNull();
});

test.each(['messenger', 'instagram', 'telegram', 'web'] as const)(
  'a chat over %s takes neither',
  (platform) => {
    expect(startRefusal({ platform }, nobody)).toBeNull();
  },
);

test('a phone is kept with its plus and without what makes it readable', () => {
  for (const phone of ['+34 612-345.678', '0034612345678', ' +34 (612) 345 678 '])
    expect(contactFieldOf('phone', phone)).toBe('+34612345678');
  expect(brokenContactRule('phone', contactFieldOf('phone', '612 345 678'))).toBe('phone');
});

test('a field that holds nothing is empty, and no rule is broken by that', () => {
  for (const value of [null, '', '  ']) expect(contactFieldOf('email', value)).toBeNull();
  expect(brokenContactRule('email', null)).toBeNull();
});
