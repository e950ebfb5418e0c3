import { Session } from './session';

const minute = 60_000;

function sessionAt(start: number, answer: () => Response | Promise<Response>, hasSession = true) {
  const clock = { now: start };
  const left: string[] = [];
  const fetchToken = jest.fn(async () => answer());
  const session = new Session({
    fetch: fetchToken,
    now: () => clock.now,
    hasSession: () => hasSession,
    leave: (path) => left.push(path),
  });
  return { session, clock, left, fetchToken };
}

const tokenFor = (ms: number, idToken = 'token') => Response.json({ idToken, expiresIn: ms / 1000 });

const refused = (code: string) => Response.json({ code }, { status: 401 });

test('fetches one token for concurrent callers', async () => {
  const { session, fetchToken } = sessionAt(0, () => tokenFor(10 * minute));
  expect(await Promise.all([session.token(), session.token(), session.renew()])).toEqual([
    'token',
    'token',
    'token',
  ]);
  expect(fetchToken).toHaveBeenCalledTimes(1);
});

test('renews a token in its last minute by this computer’s clock, not before', async () => {
  const { session, clock, fetchToken } = sessionAt(60 * minute, () => tokenFor(10 * minute));
  await session.token();
  clock.now = 69 * minute - 1;
  await session.token();
  expect(fetchToken).toHaveBeenCalledTimes(1);
  clock.now = 69 * minute;
  await session.token();
  expect(fetchToken).toHaveBeenCalledTimes(2);
});

test('fetches again after a failure', async () => {
  let isDown = true;
  const { session } = sessionAt(0, () => {
    if (isDown) throw new TypeError('Failed to fetch');
    return tokenFor(10 * minute);
  });
  await expect(session.token()).rejects.toMatchObject({ code: 'network' });
  isDown = false;
  await expect(session.token()).resolves.toBe('token');
});

test.each([
  ['login_expired', ''],
  ['user_blocked', '/user-blocked'],
  ['unknown_user', '/not-authorized'],
  ['ip_not_allowed', '/ip-not-allowed?address='],
])('after a refusal with %s, leaves for "%s"', async (code, path) => {
  const { session, left } = sessionAt(0, () => refused(code));
  void session.token();
  await new Promise(setImmediate);
  expect(left).toEqual([path]);
});

test('does not leave for the sign-in page while signing out, but does after signing out was cancelled', async () => {
  const { session, left } = sessionAt(0, () => refused('login_expired'));
  session.beginSignOut();
  void session.token();
  await new Promise(setImmediate);
  expect(left).toEqual([]);
  session.cancelSignOut();
  expect(left).toEqual(['']);
});

test('keeps the user signed in after a temporary failure of the server', async () => {
  const { session, left } = sessionAt(0, () => Response.json({ code: 'unavailable' }, { status: 503 }));
  await expect(session.token()).rejects.toMatchObject({ status: 503 });
  expect(left).toEqual([]);
});

test('leaves for the sign-in page on the first visit without requesting a token', async () => {
  const { session, left, fetchToken } = sessionAt(0, () => refused('login_expired'), false);
  void session.token();
  await new Promise(setImmediate);
  expect(left).toEqual(['']);
  expect(fetchToken).not.toHaveBeenCalled();
});
