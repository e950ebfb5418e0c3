import { goneIn } from './gone-page';
import { isMachine } from './machines';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
test.each([
  ['GET', { 'user-agent': phone }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0.0.0 Mobile Safari/537.36' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0 (Linux; Android 13; CUBOT P80) Chrome/130.0 Mobile' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' }, true],
  ['HEAD', { 'user-agent': phone }, true],
  ['GET', { 'user-agent': phone, 'sec-purpose': 'prefetch;prerender' }, true],
  ['GET', { 'user-agent': phone, purpose: 'preview' }, true],
  ['GET', { 'user-agent': 'WhatsApp/2.23.20.0 A' }, true],
  ['GET', { 'user-agent': 'facebookexternalhit/1.1' }, true],
  ['GET', { 'user-agent': 'Slackbot-LinkExpanding 1.0' }, true],
  ['GET', { 'user-agent': 'TelegramBot (like TwitterBot)' }, true],
  ['GET', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, true],
  ['GET', { 'user-agent': 'curl/8.5.0' }, true],
  ['GET', {}, true],
])('%s of %j is by a machine: %s', (method, headers, expected) => {
  expect(isMachine({ method, headers })).toBe(expected);
});

test('whoever opens a dead link reads so in their language, or else in English', () => {
  expect(goneIn(['nl-BE', 'en'])).toContain('lang="nl"');
  expect(goneIn(['fr', 'es'])).toContain('Este enlace no funciona');
  expect(goneIn(['*'])).toContain('This link does not work');
});
