import { generateKeyPairSync } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '@parley/apps/catalogue/manifest';
import { APP_FILE, signCatalogue, type CatalogueFile } from '@parley/apps/catalogue/signed-catalogue';

const USAGE = `Usage: scripts/app-catalogue key FILE          makes a key to sign with, and says what operators enter
       scripts/app-catalogue sign FOLDER KEY   writes the apps of a folder, signed, to standard output`;

/**
 * Creates a key (`key FILE`), or signs a catalogue of apps (`sign FOLDER KEY`) for other installations, which fetch
 * it from an address.
 */
async function main([command, first, second]: string[]): Promise<void> {
  if (command === 'key' && first !== undefined && second === undefined) return makeKey(first);
  if (command === 'sign' && first !== undefined && second !== undefined) return sign(first, second);
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
}

async function makeKey(file: string): Promise<void> {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  await writeFile(file, `${JSON.stringify(key)}\n`, { mode: 0o600, flag: 'wx' });
  process.stdout.write(`PARLEY_APPS_CATALOGUE_KEY=${String(key.x)}\n`);
}

async function sign(folder: string, keyFile: string): Promise<void> {
  const key = JSON.parse(await readFile(keyFile, 'utf8')) as Parameters<typeof signCatalogue>[1];
  const apps: CatalogueFile['apps'] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const names = await readdir(join(folder, entry.name));
    if (!names.includes('manifest.json')) continue;
    readManifest(await readFile(join(folder, entry.name, 'manifest.json'), 'utf8'));
    const files: Record<string, string> = {};
    for (const name of names.filter((its) => its === 'manifest.json' || APP_FILE.test(its)).sort()) {
      files[name] = (await readFile(join(folder, entry.name, name))).toString('base64');
    }
    apps.push({ files });
  }
  process.stdout.write(`${await signCatalogue({ issuedAt: new Date().toISOString(), apps }, key)}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
