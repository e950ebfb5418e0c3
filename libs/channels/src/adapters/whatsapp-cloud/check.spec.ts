import { graphDouble, type GraphDouble } from '@parley/testing/graph/graph-double';
import { check } from './check';

const account = { businessAccountId: '102290129340398', appSecret: 'app-secret' };
const options = {
  appSecret: 'app-secret',
  accessToken: 'token',
  accounts: {
    [account.businessAccountId]: [
      { id: '106540352242922', display_phone_number: '+31 20 555 0101', verified_name: 'Harbour' },
    ],
  },
};

async function ask(
  given: { accessToken?: string; providerAccountId?: string; appSecret?: string; businessAccountId?: string },
  graph: GraphDouble = graphDouble(options),
) {
  const { url, close } = await graph.listen();
  const { accessToken = 'token', providerAccountId = '106540352242922', ...rest } = given;
  const result = await check({ apiBaseUrl: url, accessToken, providerAccountId }, { ...account, ...rest });
  await close();
  return result;
}

test('an account holds when its provider says so, and says what it is called', async () => {
  const holds = { outcome: 'holds', name: 'Harbour', phone: '+31 20 555 0101' };
  expect(await ask({})).toEqual(holds);
  const expiring = graphDouble({ ...options, tokenExpiresAt: 1_790_000_000 });
  expect(await ask({}, expiring)).toEqual({ ...holds, expiresAt: '2026-09-21T14:13:20.000Z' });
});

test.each([
  ['a wrong token', { accessToken: 'other' }, 'provider_token_refused'],
  ['a wrong app secret', { appSecret: 'other' }, 'provider_secret_refused'],
  ['a business account that is none', { businessAccountId: '999' }, 'provider_business_unknown'],
  ['a number of another business account', { providerAccountId: '107' }, 'provider_account_unknown'],
  ['an id that leads elsewhere', { businessAccountId: '../../files/1' }, 'provider_business_unknown'],
])('%s is refused with a code of its own', async (_, given, code) => {
  expect(await ask(given)).toMatchObject({ outcome: 'refused', code });
});

test('a provider that is not there is unavailable', async () => {
  const connection = { apiBaseUrl: 'http://127.0.0.1:1', accessToken: 'token', providerAccountId: '106' };
  expect(await check(connection, account)).toMatchObject({
    outcome: 'refused',
    code: 'provider_unavailable',
  });
});
