import { asDomain, isMobileHost } from './mobile-host';

test('a mobile host begins with "mobile."', () => {
  expect(isMobileHost('mobile.parley.example')).toBe(true);
  expect(isMobileHost('parley.example')).toBe(false);
  expect(isMobileHost('mobiles.parley.example')).toBe(false);
});

test('asDomain normalises to lower case and rejects "www"', () => {
  expect(asDomain(' Harbour.Example ')).toBe('harbour.example');
  expect(asDomain('www.harbour.example')).toBeNull();
  expect(asDomain('WWW.harbour.example')).toBeNull();
  expect(asDomain('  ')).toBeNull();
});
