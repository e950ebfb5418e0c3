import { asDomain, isMobileHost } from './mobile-host';

test('a mobile host begins with "mobile."', () => {
  expect(isMobileHost('mobile.parley.example')).toBe(true);
  expect(isMobileHost('parley.example')).toBe(false);
  expect(isMobileHost('mobiles.parley.example')).toBe(false);
});

test('a domain is compared in lower case, and has no "www"', () => {
  expect(asDomain(' Harbour.Example ')).toBe('harbour.example');
  expect(asDomain('www.harbour.example')).toBeNull();
  expect(asDomain('WWW.harbour.example')).toBeNull();
  expect(asDomain('  ')).toBeNull();
});
