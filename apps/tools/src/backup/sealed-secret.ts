import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizeText } from '@parley/contracts/rules/normalized-text';
import { openText, sealText, Unsealable } from '@parley/platform/security/sealing';
import { BackupRefused } from './backup-refused';

/** The master key in a backup, encrypted with a key that scrypt derives from a passphrase. */
export interface SealedSecret {
  salt: string;
  cost: number;
  sealed: string;
}

export const MIN_PASSPHRASE_LENGTH = 12;
/** Cost parameter of scrypt: 64 MB and a quarter of a second per try. */
const COST = 2 ** 16;
const PLACE = 'backup/secret';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** @throws BackupRefused if the passphrase is too short to be safe */
export function checkPassphrase(passphrase: string): void {
  if ([...passphrase].length >= MIN_PASSPHRASE_LENGTH) return;
  throw new BackupRefused(`BACKUP_PASSPHRASE must have at least ${MIN_PASSPHRASE_LENGTH} characters.`);
}

/** @param passphrase a passphrase that `checkPassphrase` accepts */
export async function sealSecret(secret: string, passphrase: string): Promise<SealedSecret> {
  const salt = randomBytes(16);
  return {
    salt: salt.toString('hex'),
    cost: COST,
    sealed: sealText(await keyOf(passphrase, salt, COST), secret, PLACE),
  };
}

/** @throws BackupRefused if the passphrase is wrong */
export async function openSecret({ salt, cost, sealed }: SealedSecret, passphrase: string): Promise<string> {
  const key = await keyOf(passphrase, Buffer.from(salt, 'hex'), cost);
  try {
    return openText(key, sealed, PLACE);
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error;
    throw new BackupRefused('BACKUP_PASSPHRASE is not the one that this backup was made with.');
  }
}

function keyOf(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  return derive(normalizeText(passphrase, 'NFC'), salt, 32, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 });
}
