import { printable } from './tool';

test('what a tool prints stays on its line and tells the terminal nothing', () => {
  expect(printable('a\u001b[31m b\r\n\u202ec\u2028d')).toBe('a [31m b c d');
});
