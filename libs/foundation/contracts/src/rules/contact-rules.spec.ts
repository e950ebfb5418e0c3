import { brokenContactRule, contactFieldOf, startRefusal } from './contact-rules';

const nobody = { phone: null, email: null };

test.each(['whatsapp', 'sms', 'test'] as const)(
  'starting a conversation over %s requires a phone number',
  (platform) => {
    expect(startRefusal({ platform }, { ...nobody, email: 'ana@example.org' })).toBe('no-phone');
    expect(startRefusal({ platform }, { ...nobody, phone: '+34612345678' })).toBeNull();
  },
);

test('starting a conversation by e-mail requires an e-mail address', () => {
  expect(startRefusal({ platform: 'email' }, { ...nobody, phone: '+34612345678' })).toBe('no-email');
  expect(startRefusal({ platform: 'email' }, { ...nobody, email: 'ana@example.org' })).toBeNull();
});

test.each(['messenger', 'instagram', 'telegram', 'web'] as const)(
  'starting a conversation over %s requires neither a phone number nor an e-mail address',
  (platform) => {
    expect(startRefusal({ platform }, nobody)).toBeNull();
  },
);

test('stores a phone number with its plus and without separators', () => {
  for (const phone of ['+34 612-345.678', '0034612345678', ' +34 (612) 345 678 '])
    expect(contactFieldOf('phone', phone)).toBe('+34612345678');
  expect(brokenContactRule('phone', contactFieldOf('phone', '612 345 678'))).toBe('phone');
});

test('a blank field is stored as null and breaks no rule', () => {
  for (const value of [null, '', '  ']) expect(contactFieldOf('email', value)).toBeNull();
  expect(brokenContactRule('email', null)).toBeNull();
});
