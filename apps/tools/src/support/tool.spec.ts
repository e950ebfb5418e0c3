import { printable } from './tool';

test('prints text on one line without control characters', () => {
  expect(printable('a\u001b[31m b\r\n\u202ec\u2028d')).toBe('a [31m b c d');
});
