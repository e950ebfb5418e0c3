import { idOf, type ApiKeyDetails, type ApiKeyEvent, type RecordedEvent } from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';

interface ApiKeyRow {
  id: string;
  customer_id: string;
  owner_id: string;
  name: string;
  rights: string[];
  allowed_addresses: string[];
  expires_at: string | null;
  hint: string;
  created_at: string;
}

/** Stores the API keys that are not revoked. */
export const apiKeysView: View = {
  name: 'api_keys',
  prefixes: ['apiKey-'],
  ddl: `
    create table api_key (
      id uuid primary key,
      customer_id uuid not null,
      owner_id uuid not null,
      name text not null,
      rights text[] not null,
      allowed_addresses text[] not null,
      expires_at timestamptz,
      hint text not null,
      created_at timestamptz not null
    );
    create index api_key_by_customer on api_key (customer_id);`,

  async project(events, tx) {
    const ids = [...new Set(events.map(({ stream }) => idOf(stream)))];
    const { rows } = await tx.query<ApiKeyRow>('select * from api_key where id = any($1::uuid[])', [ids]);
    const keys = new Map<string, ApiKeyRow | null>(rows.map((row) => [row.id, row]));
    for (const event of events as (RecordedEvent & ApiKeyEvent)[]) {
      const id = idOf(event.stream);
      keys.set(id, rowAfter(keys.get(id) ?? null, id, event));
    }
    await upsert(
      tx,
      'api_key',
      ['id'],
      [...keys.values()].filter((row) => row !== null),
    );
    const gone = [...keys].flatMap(([id, row]) => (row ? [] : [id]));
    if (gone.length > 0) await tx.query('delete from api_key where id = any($1::uuid[])', [gone]);
    return [];
  },
};

function rowAfter(row: ApiKeyRow | null, id: string, event: RecordedEvent & ApiKeyEvent): ApiKeyRow | null {
  if (event.type === 'ApiKeyCreated') {
    const { ownerId, hint, ...details } = event.data;
    const made = { id, customer_id: event.customerId, owner_id: ownerId, created_at: event.time };
    return { ...made, hint, ...columnsOf(details) };
  }
  if (!row) return null;
  switch (event.type) {
    case 'ApiKeyChanged':
      return { ...row, ...columnsOf(event.data) };
    case 'ApiKeyRotated':
      return { ...row, hint: event.data.hint };
    case 'ApiKeyTakenOver':
      return { ...row, owner_id: event.data.ownerId };
    case 'ApiKeyRevoked':
      return null;
  }
}

function columnsOf({ name, rights, allowedAddresses, expiresAt }: ApiKeyDetails) {
  return { name, rights, allowed_addresses: allowedAddresses, expires_at: expiresAt };
}
