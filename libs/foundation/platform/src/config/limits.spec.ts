import { ConfigError, loadConfig } from './config';
import { readLimits } from './limits';

test('sets every limit if the environment sets none', () => {
  const limits = readLimits({});
  expect(Object.values(limits)).not.toContain(null);
  expect(limits.userRequests).toEqual({ count: 3_000, withinMs: 60_000 });
});

test('reads each limit as a rate, a number or off', () => {
  const limits = readLimits({
    LIMIT_USER_REQUESTS: '20/s',
    LIMIT_SOCKET_EVENTS: '40/4s',
    LIMIT_WEBHOOKS: 'off',
    LIMIT_SOCKETS: '7',
    LIMIT_CONNECTIONS: 'off',
  });
  expect(limits).toMatchObject({
    userRequests: { count: 20, withinMs: 1_000 },
    socketEvents: { count: 40, withinMs: 4_000 },
    webhooks: null,
    sockets: 7,
    connections: null,
  });
});

test('lifts all limits except those on guessing if LIMITS is off', () => {
  const { wrongPasswords, wrongSecrets, ...others } = readLimits({ LIMITS: 'off' });
  expect([...new Set(Object.values(others))]).toEqual([null]);
  expect([wrongPasswords.count, wrongSecrets.count]).toEqual([5, 50]);
});

test.each([
  [{ LIMIT_SIGN_INS: '0/min' }, 'LIMIT_SIGN_INS is a rate like'],
  [{ LIMIT_SIGN_INS: '10' }, 'LIMIT_SIGN_INS is a rate like'],
  [{ LIMIT_SOCKETS: '10/s' }, 'LIMIT_SOCKETS is a number'],
  [{ LIMIT_WRONG_PASSWORDS: 'off' }, 'LIMIT_WRONG_PASSWORDS is a rate like'],
  [{ LIMITS: 'on' }, 'LIMITS is'],
])('refuses %j in one sentence', (env, sentence) => {
  expect(() => loadConfig(env)).toThrow(ConfigError);
  expect(() => loadConfig(env)).toThrow(sentence);
});
