import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from '../config/config';
import type { Sql } from '../database/database';
import { openText, sealText, Unsealable } from './sealing';

/** Purposes of the master key. Each has a key of its own, so that no key works for another purpose. */
export type Purpose =
  | 'subject-keys'
  | 'secrets'
  | 'claims'
  | 'sessions'
  | 'identity-provider'
  | 'invitations'
  | 'asset-cookies'
  | 'api-keys'
  | 'webhooks'
  | 'apps'
  | 'app-sign-ins'
  | 'file-urls'
  | 'client-events'
  | 'web-chat'
  | 'push'
  | 'exports'
  | 'export-links'
  | 'reply-addresses'
  | 'counted-links'
  | 'notices'
  | 'check';

/** Shorter secrets could be guessed. */
const MIN_SECRET_LENGTH = 32;

/**
 * The secret from which the keys of all purposes are derived. Together with the database, it gives access to
 * everything.
 */
export class MasterKey {
  constructor(private readonly secret: string) {}

  /** Derives the key of a purpose: 32 bytes, the same at every start. */
  purpose(purpose: Purpose): Buffer {
    return Buffer.from(hkdfSync('sha256', this.secret, '', `parley/${purpose}`, 32));
  }
}

/**
 * Loads the secret from the configuration. Without one there, loads it from the data folder, where the first start
 * creates it.
 * @throws ConfigError if the secret is too short, or the file is unreadable or has other content
 */
export async function loadMasterKey(config: Pick<Config, 'secret' | 'dataDir'>): Promise<MasterKey> {
  if (config.secret !== undefined) {
    if (config.secret.length >= MIN_SECRET_LENGTH) return new MasterKey(config.secret);
    throw new ConfigError(`PARLEY_SECRET must have at least ${MIN_SECRET_LENGTH} characters.`);
  }
  const path = join(config.dataDir, 'secret.key');
  const secret = (await readSecret(path)) ?? (await makeSecret(config.dataDir, path));
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new ConfigError(`${path} does not hold a key: restore it.`);
  return new MasterKey(secret);
}

/**
 * Checks that the data in this database was encrypted with this key: the first start stores an encrypted word, which
 * every later start decrypts.
 * @throws ConfigError if the data was encrypted with another key
 */
export async function checkMasterKey(database: Sql, masterKey: MasterKey): Promise<void> {
  const key = masterKey.purpose('check');
  await database.query(`insert into parley.master_key_check (sealed) values ($1) on conflict do nothing`, [
    sealText(key, 'parley', 'check'),
  ]);
  const { rows } = await database.query<{ sealed: string }>('select sealed from parley.master_key_check');
  try {
    openText(key, rows[0]?.sealed ?? '', 'check');
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error;
    throw new ConfigError(
      'The data in this database was sealed with another key: set the PARLEY_SECRET, or restore the secret.key, that belongs to it.',
    );
  }
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new ConfigError(`${path} cannot be read (${codeOf(error)}).`);
  }
}

/**
 * Writes the secret to a temporary file and links that to the final name. So no process reads an incomplete secret,
 * and the first of two concurrent starts wins.
 */
async function makeSecret(folder: string, path: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(folder, { recursive: true });
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw new ConfigError(`${path} cannot be written (${codeOf(error)}).`);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
  return (await readSecret(path)) ?? '';
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
