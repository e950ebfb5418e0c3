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
    // A resolver returns a long record in pieces.
    if (found) return Promise.resolve(found.map((record) => record.match(/.{1,255}/g)!));
    return Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
  };
  return (await domain.look(of)).lines;
}

test('reports all records of a complete domain as `ok`', async () => {
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

test('returns the DNS records to add for a domain that has none', async () => {
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

test('applies the DMARC policy of the parent domain to a subdomain without its own', async () => {
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

test('distinguishes an open SPF record, a foreign key, a lax policy and duplicate records', async () => {
  const lines = await stateOf({
    'harbour.example': ['v=spf1 +all'],
    'parley._domainkey.harbour.example': ['v=DKIM1; p=somebody'],
    '_dmarc.harbour.example': ['v=DMARC1; p=none'],
  });
  expect(lines.map(({ state }) => state)).toEqual(['open', 'other', 'lax']);
  const [twice] = await stateOf({ 'harbour.example': ['v=spf1 -all', 'v=spf1 mx -all'] });
  expect(twice).toMatchObject({ state: 'several' });
});

test('reports `elsewhere` if the mail server signs with its own key, and `unknown` if DNS does not answer', async () => {
  expect((await stateOf({}, connection()))[1]).toMatchObject({ state: 'elsewhere', record: null });
  const domain = new MailDomain();
  domain.lookUp = () => Promise.reject(Object.assign(new Error('away'), { code: 'ETIMEOUT' }));
  expect((await domain.look(signed)).lines.map(({ state }) => state)).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ]);
});
