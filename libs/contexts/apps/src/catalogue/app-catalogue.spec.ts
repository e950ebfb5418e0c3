import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '@parley/platform/config/config';
import { AppCatalogue } from './app-catalogue';
import { compareVersions, readManifest } from './manifest';
import type { SignedCatalogue } from './signed-catalogue';

const ours = resolve(__dirname, '../../../../../apps-catalogue');
const catalogueOf = (folder: string) =>
  new AppCatalogue({ appsCatalogue: [folder] } as Config, {} as SignedCatalogue);

const orders = async () => (await catalogueOf(ours).find('orders', '1.0.0'))!.manifest;

describe('the catalogue of apps', () => {
  it('the catalogue contains our four apps with valid manifests', async () => {
    const apps = await catalogueOf(ours).newest();
    expect(apps.map(({ manifest }) => manifest.name)).toEqual([
      'CRM card',
      'Orders',
      'Satisfaction',
      'Translate thread',
    ]);
  });

  it('the catalogue offers the newest version, keeps older versions, and leaves out invalid apps', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-apps-'));
    try {
      for (const version of ['1.9.0', '1.10.0']) {
        await mkdir(join(folder, version));
        const text = JSON.stringify({ ...(await orders()), version });
        await writeFile(join(folder, version, 'manifest.json'), text);
      }
      await mkdir(join(folder, 'wrong'));
      await writeFile(join(folder, 'wrong', 'manifest.json'), '{"name": 1}');
      const catalogue = catalogueOf(folder);
      expect((await catalogue.newest()).map(({ manifest }) => manifest.version)).toEqual(['1.10.0']);
      expect((await catalogue.find('orders', '1.9.0'))?.manifest.version).toBe('1.9.0');
      expect(await catalogue.find('orders', '1.0.0')).toBeUndefined();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('rejects a manifest with a page elsewhere, an unknown scope, or an invalid host', async () => {
    const manifest = await orders();
    for (const wrong of [
      { places: { contact: 'https://evil.example/' } },
      { places: { contact: '../other/panel.html' } },
      { scopes: ['everything'] },
      { hosts: ['*'] },
      { hosts: ['https://shop.example'] },
      { settings: [{ name: 'active', type: 'text', label: manifest.description }] },
      { version: '1' },
      { more: true },
    ]) {
      expect(() => readManifest(JSON.stringify({ ...manifest, ...wrong }))).toThrow('manifest');
    }
  });

  it('compares versions by their numbers', () => {
    expect(compareVersions('1.10.0', '1.9.9')).toBeGreaterThan(0);
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
    expect(compareVersions('0.9.0', '1.0.0')).toBeLessThan(0);
  });
});
