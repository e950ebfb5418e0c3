import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { CompactSign, compactVerify, importJWK, type CryptoKey } from 'jose';
import { Config } from '@parley/platform/config/config';
import { guardedRequest } from '@parley/platform/http/guarded-request';
import { AppAddresses } from '../proxy/app-addresses';

/** Names of the files of which the pages of an app may consist. */
export const APP_FILE = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,60}\.(css|html|js|png|svg)$/;
const MANIFEST = 'manifest.json';
const MAX_APPS = 200;
const MAX_FILES = 50;
const MAX_FILE_SIZE = 1_000_000;
const MAX_CATALOGUE_SIZE = 20_000_000;
const TIMEOUT_MS = 30_000;
const FOLDER = /^[0-9a-f]{32}$/;
const JWS = 'parley-apps+jws';

/** The signed content: for each app its files by name, with their content in Base64. */
export interface CatalogueFile {
  /** ISO 8601. A catalogue that is older than the stored one is refused. */
  issuedAt: string;
  apps: { files: Record<string, string> }[];
}

/**
 * Signs a catalogue.
 * @param key Ed25519, as a private JWK
 * @returns a compact JWS
 */
export async function signCatalogue(
  catalogue: CatalogueFile,
  key: { kty: string; crv?: string; x?: string; d?: string },
): Promise<string> {
  const payload = new TextEncoder().encode(JSON.stringify(catalogue));
  const signing = new CompactSign(payload).setProtectedHeader({ alg: 'EdDSA', typ: JWS });
  return signing.sign(await importJWK(key, 'EdDSA'));
}

/**
 * Catalogues of others, at URLs: one file each, signed by the key that the operator named. The last verified file
 * stays on disk, so that its apps are available at a start while the URL is not.
 */
@Injectable()
export class SignedCatalogue {
  private readonly logger = new Logger('SignedCatalogue');

  constructor(
    private readonly config: Config,
    private readonly addresses: AppAddresses,
  ) {}

  /**
   * Fetches a catalogue and writes its apps to folders.
   * @returns the folder with the apps; the previous one if the URL serves no newer signed catalogue
   * @throws Error if there is no previous catalogue either
   */
  async folderOf(address: string): Promise<string> {
    const home = join(this.config.dataDir, 'apps', sha256(address));
    const kept = await readFile(join(home, 'catalogue.jws'), 'utf8').catch(() => null);
    const before = kept === null ? null : await this.verified(kept).catch(() => null);
    try {
      const text = await this.fetch(address);
      const catalogue = await this.verified(text);
      if (before && Date.parse(catalogue.issuedAt) < Date.parse(before.issuedAt))
        throw new Error('it is older than the last one');
      const folder = await this.layOut(home, text, catalogue);
      await replace(join(home, 'catalogue.jws'), text);
      if (kept !== null && kept !== text) await this.removeBut([text, kept], home);
      return folder;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (kept === null || before === null)
        throw new Error(`${address} gives no apps: ${reason}`, { cause: error });
      this.logger.warn(`${address} gives no new apps, those of ${before.issuedAt} stay: ${reason}`);
      return this.layOut(home, kept, before);
    }
  }

  private async fetch(address: string): Promise<string> {
    const destination = await this.addresses.destination(address);
    if (!destination) throw new Error('its address is refused');
    const { status, body } = await guardedRequest(destination, {
      ...{ method: 'GET', headers: { accept: 'application/jose' } },
      ...{ timeoutMs: TIMEOUT_MS, largestAnswer: MAX_CATALOGUE_SIZE },
    });
    if (status !== 200) throw new Error(`it answers ${status}`);
    return body.toString('utf8').trim();
  }

  private async verified(text: string): Promise<CatalogueFile> {
    const { payload, protectedHeader } = await compactVerify(text, await this.key(), {
      algorithms: ['EdDSA'],
    });
    if (protectedHeader.typ !== JWS) throw new Error('it is signed for something else');
    const catalogue = JSON.parse(new TextDecoder().decode(payload)) as CatalogueFile;
    const { issuedAt, apps } = catalogue;
    if (typeof issuedAt !== 'string' || Number.isNaN(Date.parse(issuedAt))) throw new Error('it has no date');
    if (!Array.isArray(apps) || apps.length > MAX_APPS) throw new Error('it has too many apps');
    for (const { files } of apps) {
      const names = Object.keys(files);
      const wrong = names.find((name) => name !== MANIFEST && !APP_FILE.test(name));
      if (wrong !== undefined || names.length > MAX_FILES)
        throw new Error('an app has files that none may have');
    }
    return catalogue;
  }

  private async key(): Promise<CryptoKey | Uint8Array> {
    const { appsCatalogueKey: x } = this.config;
    if (x === undefined) throw new Error('PARLEY_APPS_CATALOGUE_KEY names nobody who signs');
    return importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA');
  }

  /**
   * Removes the folders of older catalogues. The folder of the previous one stays until the next catalogue, because
   * processes that started with it read its pages there.
   */
  private async removeBut(texts: string[], home: string): Promise<void> {
    const stay = new Set(texts.map(sha256));
    const old = (await readdir(home)).filter((name) => FOLDER.test(name) && !stay.has(name));
    for (const name of old) {
      await rm(join(home, name), { recursive: true, force: true }).catch((error: unknown) =>
        this.logger.warn(`${name} of an older catalogue stays: ${String(error)}`),
      );
    }
  }

  /**
   * Writes the apps to a temporary folder and renames it, so that concurrent processes see a complete folder or none.
   */
  private async layOut(home: string, text: string, { apps }: CatalogueFile): Promise<string> {
    const folder = join(home, sha256(text));
    await mkdir(home, { recursive: true, mode: 0o700 });
    const part = await mkdtemp(join(home, 'part-'));
    for (const [index, { files }] of apps.entries()) {
      const app = join(part, String(index));
      await mkdir(app);
      for (const [name, content] of Object.entries(files)) {
        const bytes = Buffer.from(content, 'base64');
        if (bytes.length > MAX_FILE_SIZE) throw new Error(`${name} is too large`);
        await writeFile(join(app, name), bytes);
      }
    }
    await rename(part, folder).catch(async (error: NodeJS.ErrnoException) => {
      await rm(part, { recursive: true });
      // Another process wrote the same folder first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    return folder;
  }
}

async function replace(path: string, text: string): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, text, { mode: 0o600 });
  await rename(part, path);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
