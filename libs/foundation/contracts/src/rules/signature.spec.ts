import { signatureOf, signed } from './signature';

const tom = { name: 'Tom Baker', medium: { platform: 'whatsapp' as const } };

test.each([
  ['append-agent-name', 'Hello\nTom Baker'],
  ['prepend-agent-name-bold', '*Tom Baker*\nHello'],
  ['none', 'Hello'],
] as const)('signs a text with the setting %s', (signature, text) => {
  expect(signed('Hello', { ...tom, signature })).toBe(text);
});

test.each([null, '', '  '])('adds nothing if the name is %j', (name) => {
  expect(signed('Hello', { ...tom, name, signature: 'append-agent-name' })).toBe('Hello');
});

test('leaves a text unsigned if the signature would exceed the limit', () => {
  const tomOnTheWeb = { name: 'Tom', signature: 'append-agent-name', medium: { platform: 'web' } } as const;
  expect(signed('x'.repeat(997), tomOnTheWeb)).toBe('x'.repeat(997));
  expect(signed('x'.repeat(996), tomOnTheWeb)).toBe(`${'x'.repeat(996)}\nTom`);
});

test('a name cannot end its own bold formatting', () => {
  expect(
    signed('Hi', { name: '*T*', signature: 'prepend-agent-name-bold', medium: { platform: 'web' } }),
  ).toBe('*T*\nHi');
});

test("a user's own setting takes precedence over the channel's", () => {
  expect(signatureOf('none', 'append-agent-name')).toBe('none');
  expect(signatureOf('as-channel', 'append-agent-name')).toBe('append-agent-name');
  expect(signatureOf(null, 'prepend-agent-name-bold')).toBe('prepend-agent-name-bold');
});
