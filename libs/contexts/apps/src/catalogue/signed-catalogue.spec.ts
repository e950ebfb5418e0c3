import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '@parley/platform/config/config';
import { AppAddresses } from '../proxy/app-addresses';
import { AppCatalogue } from './app-catalogue';
import { signCatalogue, SignedCatalogue, type CatalogueFile } from './signed-catalogue';

const signer = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as {
  kty: string;
  x: string;
};
const stranger = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as {
  kty: string;
  x: string;
};
const words = { en: 'Letters', es: 'Letras', nl: 'Letters' };
const base64 = (text: string) => Buffer.from(text).toString('base64');
const manifest = (version: string) => ({
  ...{ packageName: 'letters', name: 'Letters', version, publisher: 'Harbour', description: words },
  ...{
    places: { contact: 'panel.html' },
    settings: [],
    hosts: [],
    scopes: [],
    optionalScopes: [],
    features: [],
  },
});
const catalogue = (version: string, issuedAt: string, more: Record<string, string> = {}): CatalogueFile => ({
  issuedAt,
  apps: [
    {
      files: {
        'manifest.json': base64(JSON.stringify(manifest(version))),
        'panel.html': base64('<p>'),
        ...more,
      },
    },
  ],
});

let server: Server;
let address: string;
let served: string | null;
let dataDir: string;

beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(served === null ? 503 : 200).end(served ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/catalogue.jws`;
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-catalogue-'));
});

afterEach(() => rm(dataDir, { recursive: true }));
afterAll(() => server.close());

/** Names and versions of the apps that a process offers when it starts. */
async function offered(allowed = ['127.0.0.1'], key: string | undefined = signer.x): Promise<string[]> {
  const config = {
    ...{ dataDir, appsCatalogue: [address], appsCatalogueKey: key, appsAllowedHosts: allowed },
    ...{ publicUrl: 'https://parley.example', port: 1 },
  } as unknown as Config;
  const its = new AppCatalogue(config, new SignedCatalogue(config, new AppAddresses(config)));
  return (await its.newest()).map(({ manifest: { name, version } }) => `${name} ${version}`);
}

describe('a catalogue at a URL', () => {
  it("offers the apps of a catalogue if the operator's key signed it, and keeps them while the URL is unavailable", async () => {
    served = await signCatalogue(catalogue('1.0.0', '2026-11-01T00:00:00.000Z'), signer);
    expect(await offered()).toEqual(['Letters 1.0.0']);
    served = null;
    expect(await offered()).toEqual(['Letters 1.0.0']);
    served = await signCatalogue(catalogue('2.0.0', '2026-11-02T00:00:00.000Z'), signer);
    expect(await offered()).toEqual(['Letters 2.0.0']);
  });

  it('offers no apps from a file that is changed, older or signed by a foreign key, or if no key is configured', async () => {
    const older = await signCatalogue(catalogue('0.9.0', '2026-10-01T00:00:00.000Z'), signer);
    served = await signCatalogue(catalogue('1.0.0', '2026-11-01T00:00:00.000Z'), stranger);
    expect(await offered()).toEqual([]);
    served = await signCatalogue(catalogue('1.0.0', '2026-11-01T00:00:00.000Z'), signer);
    expect(await offered(['127.0.0.1'], '')).toEqual([]);
    expect(await offered([])).toEqual([]);
    expect(await offered()).toEqual(['Letters 1.0.0']);
    const [header, payload = '', signature] = served.split('.');
    served = [header, payload.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), signature].join('.');
    expect(await offered()).toEqual(['Letters 1.0.0']);
    served = older;
    expect(await offered()).toEqual(['Letters 1.0.0']);
  });

  it('compares times of issue in different time zones', async () => {
    served = await signCatalogue(catalogue('1.0.0', '2026-11-01T12:00:00+02:00'), signer);
    expect(await offered()).toEqual(['Letters 1.0.0']);
    served = await signCatalogue(catalogue('2.0.0', '2026-11-01T11:00:00Z'), signer);
    expect(await offered()).toEqual(['Letters 2.0.0']);
    served = await signCatalogue(catalogue('0.9.0', '2026-11-01T12:30:00+02:00'), signer);
    expect(await offered()).toEqual(['Letters 2.0.0']);
  });

  it('keeps the folders of the two newest catalogues, whose pages processes may still read', async () => {
    const folders = async () => {
      const [home = ''] = await readdir(join(dataDir, 'apps'));
      return (await readdir(join(dataDir, 'apps', home))).filter((name) => name !== 'catalogue.jws');
    };
    served = await signCatalogue(catalogue('1.0.0', '2026-11-01T00:00:00.000Z'), signer);
    await offered();
    const [first = ''] = await folders();
    served = await signCatalogue(catalogue('2.0.0', '2026-11-02T00:00:00.000Z'), signer);
    await offered();
    await offered();
    expect(await folders()).toContain(first);
    served = await signCatalogue(catalogue('3.0.0', '2026-11-03T00:00:00.000Z'), signer);
    expect(await offered()).toEqual(['Letters 3.0.0']);
    expect(await folders()).toHaveLength(2);
    expect(await folders()).not.toContain(first);
  });

  it('refuses file names that lead out of the folder of their app', async () => {
    for (const name of ['../../evil.js', '/etc/evil.js', '.hidden.js', 'a/b.js', 'evil.sh']) {
      const its = catalogue('1.0.0', '2026-11-01T00:00:00.000Z', { [name]: base64('1') });
      served = await signCatalogue(its, signer);
      expect([name, await offered()]).toEqual([name, []]);
    }
  });
});
