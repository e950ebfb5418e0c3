import { idOf, type ContactEvent, type ContactProfile, type RecordedEvent } from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { contactsDdl, type ContactRow } from './contacts.rows';

/** Everybody who ever wrote. It pushes nothing: lists show names from their own view. */
export const contactsView: View = {
  name: 'contacts',
  prefixes: ['contact-'],
  ddl: contactsDdl,

  async project(recorded, tx) {
    const events = recorded as (RecordedEvent & ContactEvent)[];
    const rows = await loadRows(events, tx);
    const changed = new Map<string, ContactRow>();
    for (const event of events) {
      if (event.type !== 'ContactRegistered' && event.type !== 'ContactIdentified') continue;
      const id = idOf(event.stream);
      const { name, phone, email, bsuid, username }: ContactProfile = event.data.personal ?? {};
      const known = rows.get(id) ?? emptyRow(id, event);
      const row = {
        ...known,
        name: name ?? known.name,
        phone: phone ?? known.phone,
        email: email ?? known.email,
        bsuid: bsuid ?? known.bsuid,
        username: username ?? known.username,
      };
      rows.set(id, row);
      changed.set(id, row);
    }
    await upsert(tx, 'contact', ['id'], [...changed.values()]);
    return [];
  },
};

async function loadRows(events: RecordedEvent[], tx: Sql): Promise<Map<string, ContactRow>> {
  const ids = [...new Set(events.map((event) => idOf(event.stream)))];
  const { rows } = await tx.query<ContactRow>('select * from contact where id = any($1::uuid[])', [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

function emptyRow(id: string, event: RecordedEvent): ContactRow {
  return {
    id,
    customer_id: event.customerId,
    name: null,
    phone: null,
    email: null,
    bsuid: null,
    username: null,
    created_at: event.time,
  };
}
