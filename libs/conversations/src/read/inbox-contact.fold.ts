import { idOf, type ContactEvent, type RecordedEvent } from '@parley/contracts/events';
import { storable } from '@parley/event-sourcing/projection/upsert';
import type { Change } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { changesAround } from './inbox.changes';

interface ContactRow {
  id: string;
  customer_id: string;
  name?: string;
  phone?: string;
  email?: string;
  username?: string;
}

type Told = RecordedEvent & Extract<ContactEvent, { type: 'ContactRegistered' | 'ContactIdentified' }>;
/** What a batch tells of contacts, and whose conversations show something else for it. */
export class ContactFold {
  private readonly rows = new Map<string, ContactRow>();
  private readonly erased = new Set<string>();
  /** Contacts that were known before, by the position of what was told last. */
  private readonly renamed = new Map<string, string>();

  apply(event: Told): void {
    const id = idOf(event.stream);
    const { name, phone, email, username } = event.data.personal ?? {};
    const told = Object.entries({ name, phone, email, username }).filter(([, value]) => value !== undefined);
    const known = this.rows.get(id) ?? { id, customer_id: event.customerId };
    this.rows.set(id, { ...known, ...Object.fromEntries(told) });
    if (event.type === 'ContactIdentified') this.renamed.set(id, event.position);
  }

  erase(id: string): void {
    this.erased.add(id);
  }

  /** @returns the conversations of contacts that are called something else now */
  async save(tx: Sql): Promise<Change[]> {
    if (this.rows.size > 0) {
      await tx.query(
        `insert into contact as c (id, customer_id, name, phone, email, username)
         select id, customer_id, name, phone, email, username
           from jsonb_populate_recordset(null::contact, $1::jsonb)
         on conflict (id) do update set name = coalesce(excluded.name, c.name),
           phone = coalesce(excluded.phone, c.phone), email = coalesce(excluded.email, c.email),
           username = coalesce(excluded.username, c.username)`,
        [JSON.stringify([...this.rows.values()], storable)],
      );
    }
    if (this.erased.size > 0) {
      await tx.query(
        `update contact set name = null, phone = null, email = null, username = null
          where id = any($1::uuid[])`,
        [[...this.erased]],
      );
    }
    return changesAround(this.renamed, tx);
  }
}
