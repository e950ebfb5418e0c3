import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { adapterOf, manifestOf } from '@parley/channels/adapters/registry';
import { brokenCredentials, sorted } from '@parley/contracts/channels/credentials';
import { platformsOf, providers, type Provider } from '@parley/contracts/channels/offers';
import { demoDoubles } from './demo-doubles';

const page = readFileSync(join(__dirname, '../../../../docs/how-to/try-every-channel.md'), 'utf8');
const doubles = Object.entries(demoDoubles()) as [Provider, ReturnType<typeof demoDoubles>['x']][];
const played = doubles.map(([provider]) => provider);

test("the demo has a fake for each provider that is called over a network, besides WhatsApp's own", () => {
  const called = providers.filter((provider) => manifestOf(provider).api.url !== null);
  expect([...played, 'whatsapp-cloud'].sort()).toEqual(called.sort());
});

describe.each(doubles)('fake of %s', (provider, { double, credentials, secret, accountId, says }) => {
  const manifest = manifestOf(provider);

  test('has credentials that the connect dialog accepts and the guide lists', () => {
    const platforms = platformsOf(provider);
    const complete = platforms.filter(
      (platform) => brokenCredentials(manifest, platform, credentials).length === 0,
    );
    expect(complete.length).toBeGreaterThan(0);
    expect(Object.values(sorted(manifest, credentials).secrets)).toContain(secret);
    expect(sorted(manifest, credentials).providerAccountId).toBe(accountId);
    for (const [key, value] of Object.entries(credentials)) {
      const { label, isOurs } = manifest.credentials.find((field) => field.key === key)!;
      if (!isOurs) expect(page).toContain(`${label.en}: \`${value}\``);
    }
  });

  test("posts a contact's message in the provider's form", () => {
    double.callbackUrl = `https://inbox.example/ingress/${provider}/1`;
    const { url, body = '', headers = {} } = says('Hello!');
    const webhook = {
      body: Buffer.from(body),
      contentType: headers['content-type'] ?? '',
      query: new URL(url).search.slice(1),
      headers,
    };
    const isPacked = headers['content-encoding'] === 'gzip';
    const plain = isPacked ? { ...webhook, body: gunzipSync(webhook.body) } : webhook;
    const [found] = adapterOf(provider).parse(plain, '2026-11-21T09:00:00.000Z');
    expect(found).toMatchObject({ kind: 'message', content: { type: 'text', text: 'Hello!' }, accountId });
  });
});
