import { Injectable } from '@nestjs/common';
import type { ApiKeyResponse } from '@parley/contracts/api/api-keys';
import { Database } from '@parley/platform/database/database';

/** An API key of the view, found by one of its secrets. */
export interface KnownApiKey {
  id: string;
  customerId: string;
  ownerId: string;
  rights: string[];
  allowedAddresses: string[];
  /**
   * Time in ms since the epoch at which the key or this secret expires, whichever is first; null if neither expires.
   */
  until: number | null;
  isApiEnabled: boolean;
}

const isApiEnabled = (customer: string) => `exists (
  select from access.customer_setting s
   where s.customer_id = ${customer} and s.name = 'apiEnabled' and s.value = 'true')`;

/** Reads the view `api_keys`. */
@Injectable()
export class ApiKeyQueries {
  constructor(private readonly database: Database) {}

  /**
   * All keys of an organisation.
   * @param now ISO 8601; keys whose expiry is before this time are listed as expired
   */
  async list(customerId: string, now: string): Promise<ApiKeyResponse[]> {
    const { rows } = await this.database.query<ApiKeyResponse>(
      `select k.id, k.name, k.hint, k.rights, k.allowed_addresses as "allowedAddresses", k.expires_at as "expiresAt",
          k.owner_id as "ownerId", k.created_at as "createdAt",
          case when k.expires_at <= $2 then 'expired'
               when not exists (select from access.user_account u where u.id = k.owner_id and u.state = 'active')
                 then 'ownerGone'
               else 'active' end as state,
          use.last_used_at as "lastUsedAt", use.last_used_from as "lastUsedFrom",
          (select max(s.until) from parley.api_key_secret s where s.key_id = k.id and s.until > $2) as "previousUntil"
         from api_keys.api_key k left join parley.api_key_use use on use.key_id = k.id
        where k.customer_id = $1 order by lower(k.name), k.id`,
      [customerId, now],
    );
    return rows;
  }

  async isEnabled(customerId: string): Promise<boolean> {
    const { rows } = await this.database.query<{ enabled: boolean }>(
      `select ${isApiEnabled('$1')} as enabled`,
      [customerId],
    );
    return rows[0]?.enabled ?? false;
  }

  async bySecret(hash: Buffer): Promise<KnownApiKey | null> {
    const { rows } = await this.database.query<KnownApiKey>(
      `select k.id, k.customer_id as "customerId", k.owner_id as "ownerId", k.rights,
          k.allowed_addresses as "allowedAddresses",
          (extract(epoch from least(k.expires_at, s.until)) * 1000)::float as until,
          ${isApiEnabled('k.customer_id')} as "isApiEnabled"
         from parley.api_key_secret s join api_keys.api_key k on k.id = s.key_id where s.hash = $1`,
      [hash],
    );
    return rows[0] ?? null;
  }

  /** Stores a use of a key, at most once a minute. */
  async used(keyId: string, from: string | undefined): Promise<void> {
    await this.database.query(
      `insert into parley.api_key_use (key_id, last_used_at, last_used_from) values ($1, now(), $2)
       on conflict (key_id) do update set last_used_at = excluded.last_used_at, last_used_from = excluded.last_used_from
         where api_key_use.last_used_at < now() - interval '1 minute'`,
      [keyId, from ?? null],
    );
  }
}
