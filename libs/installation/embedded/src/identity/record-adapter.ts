import { createHash } from 'node:crypto';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { keepable } from '@parley/contracts/rules/plain-text';
import type { Sql } from '@parley/platform/database/database';

/**
 * Stores sessions, codes, grants and tokens of the embedded provider in the database, so that users stay signed in
 * when the server restarts.
 */
export function recordAdapter(database: Sql): AdapterFactory {
  return (model) => new RecordAdapter(database, model);
}

/** Deletes expired records. */
export async function removeExpiredRecords(database: Sql): Promise<void> {
  await database.query('delete from parley.oidc_record where expires_at < now()');
}

class RecordAdapter implements Adapter {
  constructor(
    private readonly database: Sql,
    private readonly model: string,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { jti, ...rest } = payload;
    // The id is a secret, so only its hash is stored. If the payload contains the id, it is removed from it.
    const stored = storable(jti === id ? rest : payload);
    await this.database.query(
      `insert into parley.oidc_record (model, id_hash, payload, grant_id, uid, expires_at)
       values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')
       on conflict (model, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
         uid = excluded.uid, expires_at = excluded.expires_at`,
      [this.model, hashOf(id), stored, payload.grantId ?? null, payload.uid ?? null, expiresIn ?? null],
    );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.database.query<{ payload: AdapterPayload }>(
      `select payload from parley.oidc_record
        where model = $1 and id_hash = $2 and (expires_at is null or expires_at > now())`,
      [this.model, hashOf(id)],
    );
    return rows[0] && { jti: id, ...rows[0].payload };
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.database.query<{ payload: AdapterPayload }>(
      `select payload from parley.oidc_record
        where model = $1 and uid = $2 and (expires_at is null or expires_at > now())`,
      [this.model, uid],
    );
    return rows[0]?.payload;
  }

  /** Not supported: only the device flow needs it, which is switched off. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async consume(id: string): Promise<void> {
    await this.database.query(
      `update parley.oidc_record
          set payload = payload || jsonb_build_object('consumed', floor(extract(epoch from now())))
        where model = $1 and id_hash = $2`,
      [this.model, hashOf(id)],
    );
  }

  async destroy(id: string): Promise<void> {
    await this.database.query('delete from parley.oidc_record where model = $1 and id_hash = $2', [
      this.model,
      hashOf(id),
    ]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.database.query('delete from parley.oidc_record where model = $1 and grant_id = $2', [
      this.model,
      grantId,
    ]);
  }
}

/** Removes characters that PostgreSQL cannot store from values that a browser has sent, such as `state`. */
function storable<T extends object>(payload: T): T {
  return JSON.parse(JSON.stringify(payload), (_, value: unknown) =>
    typeof value === 'string' ? keepable(value) : value,
  ) as T;
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
