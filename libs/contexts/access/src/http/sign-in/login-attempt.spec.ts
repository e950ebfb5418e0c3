import { randomBytes } from 'node:crypto';
import {
  ATTEMPT_LIFE_MS,
  isAgain,
  openAttempt,
  safeReturnTo,
  sealAttempt,
  startAttempt,
} from './login-attempt';

describe('The path to which a sign-in returns', () => {
  test.each([
    ['/messaging-inbox/42?page=2#last', '/messaging-inbox/42?page=2#last'],
    ['/', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/..//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['messaging-inbox', '/'],
    ['/auth/login', '/'],
    ['/oidc/session/end', '/'],
    ['/api/v3/users', '/'],
    ['/author', '/author'],
    [undefined, '/'],
    [['/a', '/b'], '/'],
  ])('the path %p leads to %s', (wanted, path) => {
    expect(safeReturnTo(wanted)).toBe(path);
  });
});

describe('A sign-in attempt', () => {
  const key = randomBytes(32);
  const now = Date.parse('2026-01-01T00:00:00Z');
  const attempt = { ...startAttempt({ returnTo: '/inbox' }, now), nonce: 'n' };

  test('a sign-in attempt is decrypted only by its key, for ten minutes', () => {
    const cookie = sealAttempt(key, attempt);
    expect(openAttempt(key, cookie, now + ATTEMPT_LIFE_MS - 1)).toEqual(attempt);
    expect(openAttempt(key, cookie, now + ATTEMPT_LIFE_MS)).toBeNull();
    expect(openAttempt(randomBytes(32), cookie, now)).toBeNull();
    expect(openAttempt(key, `${cookie}AAAA`, now)).toBeNull();
    expect(openAttempt(key, undefined, now)).toBeNull();
  });

  test('a second sign-in attempt is marked in its state', () => {
    expect(isAgain(attempt.state)).toBe(false);
    expect(isAgain(startAttempt({ returnTo: '/', isAgain: true }, now).state)).toBe(true);
    expect(isAgain(undefined)).toBe(false);
  });
});
