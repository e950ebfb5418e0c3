import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { Connection } from '../adapters/adapter';
import { MailDomain } from './mail-domain';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64');

const connection = (secrets: Record<string, string> = {}): Connection => ({
  ...{ apiBaseUrl: null, businessAccountId: null, providerAccountId: 'support@harbour.example' },
  secrets: { 'smtp-server': 'smtp.harbour.example:587', ...secrets },
});
const signed = connection({ 'dkim-selector': 'parley', 'dkim-key': pem });

async function stateOf(records: Record<string, string[]>, of = signed) {
  const domain = new MailDomain();
  domain.lookUp = (name) => {
    const found = records[name];
    // As a resolver does: a long record comes in pieces.
    if (found) return Promise.resolve(found.map((record) => record.match(/.{1,255}/g)!));
    return Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
  };
  return (await domain.look(of)).lines;
}

test('a domain that says all it should needs nothing', async () => {
  const lines = await stateOf({
    'harbour.example': ['unrelated', 'v=spf1 include:_spf.mail.example -all'],
    'parley._domainkey.harbour.example': [`v=DKIM1; k=rsa; p=${publicKey}`],
    '_dmarc.harbour.example': ['v=DMARC1; p=quarantine'],
  });
  expect(lines.map(({ state, record }) => [state, record])).toEqual([
    ['ok', null],
    ['ok', null],
    ['ok', null],
  ]);
});

test('of a domain that says nothing the records are told that are to be added', async () => {
  expect(await stateOf({})).toMatchObject([
    { state: 'missing', name: 'harbour.example', record: 'v=spf1 mx a:smtp.harbour.example ~all' },
    {
      ...{ state: 'missing', name: 'parley._domainkey.harbour.example' },
      record: `v=DKIM1; k=rsa; p=${publicKey}`,
    },
    {
      ...{ state: 'missing', name: '_dmarc.harbour.example' },
      record: 'v=DMARC1; p=none; rua=mailto:support@harbour.example',
    },
  ]);
});

test('a domain below one that says what becomes of forgeries says nothing itself', async () => {
  const below = { ...signed, providerAccountId: 'support@mail.harbour.example' };
  const dmarc = async (record: string) =>
    (await stateOf({ '_dmarc.harbour.example': [record] }, below)).find(({ what }) => what === 'dmarc');
  expect(await dmarc('v=DMARC1; p=reject')).toMatchObject({
    ...{ state: 'ok', name: '_dmarc.harbour.example', record: null },
  });
  expect(await dmarc('v=DMARC1; p=reject; sp=none')).toMatchObject({ state: 'lax' });
  expect(await dmarc('v=DMARC1; p=none; sp=reject')).toMatchObject({ state: 'ok' });
  expect((await stateOf({}, below))[2]).toMatchObject({
    state: 'missing',
    name: '_dmarc.mail.harbour.example',
  });
});

test('what is there and does not help is told apart', async () => {
  const lines = await stateOf({
    'harbour.example': ['v=spf1 +all'],
    'parley._domainkey.harbour.example': ['v=DKIM1; p=somebody'],
    '_dmarc.harbour.example': ['v=DMARC1; p=none'],
  });
  expect(lines.map(({ state }) => state)).toEqual(['open', 'other', 'lax']);
  const [twice] = await stateOf({ 'harbour.example': ['v=spf1 -all', 'v=spf1 mx -all'] });
  expect(twice).toMatchObject({ state: 'several' });
});

test('a server that signs by itself has keys that nobody can look up, and a DNS that is away says nothing', async () => {
  expect((await stateOf({}, connection()))[1]).toMatchObject({ state: 'elsewhere', record: null });
  const domain = new MailDomain();
  domain.lookUp = () => Promise.reject(Object.assign(new Error('away'), { code: 'ETIMEOUT' }));
  expect((await domain.look(signed)).lines.map(({ state }) => state)).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ]);
});
