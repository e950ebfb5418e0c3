import { barredCode } from './marketing-rules';

test.each([
  ['marketing', null, '1'],
  ['utility', null, null],
  ['utility', 'marketing', '1'],
] as const)('a %s template, split with %s, leaves out numbers that begin with +%s', (one, other, code) => {
  expect(barredCode([{ category: one }, other && { category: other }])).toBe(code);
});
