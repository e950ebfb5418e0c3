import { isPushService, mustShow } from './push-services';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://db5p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('accepts %s as a push service', (endpoint) => expect(isPushService(endpoint, [])).toBe(true));

test.each([
  ['another host', 'https://evil.example/fcm.googleapis.com'],
  ['a host with the same ending', 'https://evilpush.apple.com/abc'],
  ['the metadata service of a cloud', 'http://169.254.169.254/latest/meta-data'],
  ['this machine', 'http://127.0.0.1:5432/'],
  ['plain HTTP', 'http://fcm.googleapis.com/abc'],
  ['another port', 'https://fcm.googleapis.com:8443/abc'],
  ['a user in the address', 'https://a:b@fcm.googleapis.com/abc'],
  ['an invalid address', 'fcm'],
])('rejects as a push service %s', (_, endpoint) => expect(isPushService(endpoint, [])).toBe(false));

test('accepts an origin that the operator configured, but not another port of its host', () => {
  expect(isPushService('http://127.0.0.1:4000/send/1', ['http://127.0.0.1:4000'])).toBe(true);
  expect(isPushService('http://127.0.0.1:4001/send/1', ['http://127.0.0.1:4000'])).toBe(false);
});

test('a push to Safari must show a notification', () => {
  expect(mustShow('https://web.push.apple.com/abc')).toBe(true);
  expect(mustShow('https://fcm.googleapis.com/abc')).toBe(false);
});
