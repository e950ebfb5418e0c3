import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { barredNumbers } from './marketing-rules';

test.each([
  ['marketing', null, '1'],
  ['utility', null, undefined],
  ['utility', 'marketing', '1'],
] as const)('a %s template, split with %s, leaves out numbers that begin with +%s', (one, other, code) => {
  expect(barredNumbers([{ category: one }, other && { category: other }])?.code).toBe(code);
});

test('the numbers with +1 that are left out belong to the United States and their territories', () => {
  const { except } = barredNumbers([{ category: 'marketing' }])!;
  const theirs = [undefined, 'US', 'AS', 'GU', 'MP', 'PR', 'VI'];
  const others = Array.from({ length: 800 }, (_, index) => `1${200 + index}`).filter(
    (code) => !theirs.includes(parsePhoneNumberFromString(`+${code}2345678`)?.country),
  );
  expect([...except].sort()).toEqual(others);
});
