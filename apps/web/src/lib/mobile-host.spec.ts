import { asDomain, isMobileHost } from './mobile-host';

test('a host whose name begins with "mobile." is a mobile host', () => {
  expect(isMobileHost('mobile.parley.example')).toBe(true);
  expect(isMobileHost('parley.example')).toBe(false);
  expect(isMobileHost('mobiles.parley.example')).toBe(false);
});

test('asDomain converts to lower case and rejects "www"', () => {
  expect(asDomain(' Harbour.Example ')).toBe('harbour.example');
  expect(asDomain('www.harbour.example')).toBeNull();
  expect(asDomain('WWW.harbour.example')).toBeNull();
  expect(asDomain('  ')).toBeNull();
});
