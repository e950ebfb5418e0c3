import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection } from '../adapter';
import { OAuthRefused, withAccess } from './oauth';

let server: Server;
let url: string;
let asked: URLSearchParams[];
let answer: { status: number; body: object };

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: { access_token: 'fresh', expires_in: 3600 } };
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  process.env.PARLEY_MAIL_HOSTS = `127.0.0.1:${port}`;
  url = `http://127.0.0.1:${port}/token`;
});

afterEach(async () => {
  delete process.env.PARLEY_MAIL_HOSTS;
  await new Promise((resolve) => server.close(resolve));
});

const mailbox = (more: Record<string, string> = {}): Connection => ({
  ...{ apiBaseUrl: null, businessAccountId: null, providerAccountId: 'support@harbour.example' },
  secrets: {
    ...{ 'oauth-token-url': url, 'oauth-client-id': 'parley', 'oauth-client-secret': 'hush' },
    ...{ 'refresh-token': `r-${url}`, ...more },
  },
});
const tokenOf = async (connection: Connection, now?: number) =>
  (await withAccess(connection, now)).secrets['access-token'];

test('requests an access token once and reuses it until shortly before it expires', async () => {
  const tokens = await Promise.all([tokenOf(mailbox(), 0), tokenOf(mailbox(), 0)]);
  expect(tokens).toEqual(['fresh', 'fresh']);
  expect(await tokenOf(mailbox(), 50 * 60_000)).toBe('fresh');
  expect(asked).toHaveLength(1);
  answer.body = { access_token: 'fresher', expires_in: 3600 };
  expect(await tokenOf(mailbox(), 56 * 60_000)).toBe('fresher');
  expect(asked).toHaveLength(2);
  expect(Object.fromEntries(asked[0]!)).toEqual({
    ...{ grant_type: 'refresh_token', refresh_token: `r-${url}`, client_id: 'parley', client_secret: 'hush' },
  });
});

test('rejects with the provider’s reason and requests a token again on the next call; a server error is no refusal', async () => {
  answer = { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been revoked.' } };
  await expect(tokenOf(mailbox())).rejects.toThrow(
    new OAuthRefused('invalid_grant: Token has been revoked.'),
  );
  answer = { status: 503, body: {} };
  await expect(tokenOf(mailbox())).rejects.not.toBeInstanceOf(OAuthRefused);
  answer = { status: 200, body: { access_token: 'fresh' } };
  expect(await tokenOf(mailbox())).toBe('fresh');
});

test('never calls an address within our network, and returns the connection of a mailbox with a password unchanged', async () => {
  const inside = mailbox({ 'oauth-token-url': 'https://169.254.169.254/token' });
  await expect(withAccess(inside)).rejects.toBeInstanceOf(OAuthRefused);
  const plain = { ...mailbox(), secrets: { password: 'secret' } };
  expect(await withAccess(plain)).toBe(plain);
  expect(asked).toEqual([]);
});

test('stores a replaced refresh token once and uses it from then on', async () => {
  const kept: { from: string; to: string }[] = [];
  let isFull = true;
  const keep = (_: string, secret: { from: string; to: string }) => {
    if (isFull) return Promise.reject(new Error('The disk is full.'));
    kept.push(secret);
    return Promise.resolve();
  };
  const old = { ...mailbox(), keep };
  answer.body = { access_token: 'first', expires_in: 3600, refresh_token: 'r-2' };
  expect(await tokenOf(old, 0)).toBe('first');
  isFull = false;
  expect(await tokenOf(old, 1000)).toBe('first');
  expect(await tokenOf(old, 2000)).toBe('first');
  expect(kept).toEqual([{ from: `r-${url}`, to: 'r-2' }]);
  // The new refresh token is known, and a connection that still has the old one uses the new one as well.
  expect(await tokenOf({ ...mailbox({ 'refresh-token': 'r-2' }), keep }, 3000)).toBe('first');
  expect(asked).toHaveLength(1);
  answer.body = { access_token: 'second', expires_in: 3600 };
  expect(await tokenOf(old, 56 * 60_000)).toBe('second');
  expect(asked.map((form) => form.get('refresh_token'))).toEqual([`r-${url}`, 'r-2']);
});
