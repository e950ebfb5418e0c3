import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { API_KEY_PREFIX } from '@parley/contracts/api/api-keys';
import { Database } from '@parley/platform/database/database';
import { MasterKey } from '@parley/platform/security/master-key';

const SECRET = new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`);

/**
 * Stores the secrets of API keys as hashes under a key derived from the master key. A secret has 256 random bits, so
 * a slow hash is not needed; a reader of the table alone cannot test guesses.
 */
@Injectable()
export class ApiKeySecrets {
  private readonly hashKey: Buffer;

  constructor(
    private readonly database: Database,
    masterKey: MasterKey,
  ) {
    this.hashKey = masterKey.purpose('api-keys');
  }

  /**
   * Generates a secret and its hint, the last four characters, by which people recognise the secret. Stores nothing.
   */
  generate(): { secret: string; hint: string } {
    const secret = API_KEY_PREFIX + randomBytes(32).toString('base64url');
    return { secret, hint: secret.slice(-4) };
  }

  /** The hash of a secret; null for text that cannot be a secret. */
  hashOf(secret: string): Buffer | null {
    return SECRET.test(secret) ? createHmac('sha256', this.hashKey).update(secret).digest() : null;
  }

  /**
   * Adds a secret to a key.
   * @param previousUntil ISO 8601; the key's earlier secrets expire at this time at the latest
   */
  async add(keyId: string, secret: string, previousUntil: string): Promise<void> {
    await this.database.query(
      `with before as (
         update parley.api_key_secret set until = least(coalesce(until, 'infinity'), $3::timestamptz) where key_id = $2)
       insert into parley.api_key_secret (hash, key_id) values ($1, $2)`,
      [this.hashOf(secret), keyId, previousUntil],
    );
  }

  /** Deletes all secrets of the key, so that none of them is accepted any more. */
  async forget(keyId: string): Promise<void> {
    await this.database.query('delete from parley.api_key_secret where key_id = $1', [keyId]);
  }
}
