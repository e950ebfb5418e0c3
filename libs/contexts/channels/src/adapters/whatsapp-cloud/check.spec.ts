import { graphDouble, type GraphDouble } from '@parley/doubles/graph/graph-double';
import type { Connection } from '../adapter';
import { check } from './check';

const account = { businessAccountId: '102290129340398', providerAccountId: '106540352242922' };
const held = { 'access-token': 'token', 'app-secret': 'app-secret' };
const options = {
  appSecret: 'app-secret',
  accessToken: 'token',
  accounts: {
    [account.businessAccountId]: [
      { id: '106540352242922', display_phone_number: '+31 20 555 0101', verified_name: 'Harbour' },
    ],
  },
};

async function ask(given: Partial<Connection>, graph: GraphDouble = graphDouble(options)) {
  const { url, close } = await graph.listen();
  const result = await check({ apiBaseUrl: url, secrets: held, ...account, ...given });
  await close();
  return result;
}

test('returns the account’s name and number, and the token’s expiry', async () => {
  const holds = { outcome: 'holds', name: 'Harbour', phone: '+31 20 555 0101' };
  expect(await ask({})).toEqual(holds);
  const expiring = graphDouble({ ...options, tokenExpiresAt: 1_790_000_000 });
  expect(await ask({}, expiring)).toEqual({ ...holds, expiresAt: '2026-09-21T14:13:20.000Z' });
});

test.each([
  ['a wrong token', { secrets: { ...held, 'access-token': 'other' } }, 'provider_token_refused'],
  ['a wrong app secret', { secrets: { ...held, 'app-secret': 'other' } }, 'provider_secret_refused'],
  ['an unknown business account', { businessAccountId: '999' }, 'provider_business_unknown'],
  ['a number of another business account', { providerAccountId: '107' }, 'provider_account_unknown'],
  ['an id that contains a path', { businessAccountId: '../../files/1' }, 'provider_business_unknown'],
])('refuses %s with an error code of its own', async (_, given, code) => {
  expect(await ask(given)).toMatchObject({ outcome: 'refused', code });
});

test('reports the provider as unavailable if it is unreachable', async () => {
  const connection = { apiBaseUrl: 'http://127.0.0.1:1', secrets: held, ...account };
  expect(await check(connection)).toMatchObject({
    outcome: 'refused',
    code: 'provider_unavailable',
  });
});
