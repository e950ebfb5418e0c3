import {
  aliasKinds,
  idOf,
  type AliasKind,
  type ClaimEvent,
  type ContactEvent,
  type ContactProfile,
  type LabelEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { forgetErased } from '@parley/event-sourcing/projection/erased';
import { MarksFold } from '@parley/event-sourcing/projection/marks';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { contactsDdl, type ContactRow } from './contacts.rows';

type Seen = RecordedEvent & (ContactEvent | ClaimEvent | LabelEvent);

/** Everybody who ever wrote, and what they are known by. It pushes nothing: lists show names from their own view. */
export const contactsView: View = {
  name: 'contacts',
  prefixes: ['contact-', 'claim-', 'label-'],
  ddl: contactsDdl,

  async project(recorded, tx) {
    const { events } = await forgetErased(recorded as Seen[], tx);
    const rows = await loadRows(events, tx);
    const changed = new Map<string, ContactRow>();
    const claims = new Map<string, string | null>();
    const marks = new MarksFold();
    for (const event of events) {
      marks.apply(event);
      const id = idOf(event.stream);
      if (event.type === 'AliasClaimed') {
        // Users and channels claim as well.
        if (aliasKinds.includes(event.data.kind as AliasKind)) claims.set(id, event.data.ownerId);
      } else if (event.type === 'AliasReleased') claims.set(id, null);
      else if (isAboutThemselves(event)) {
        const row = rowAfter(rows.get(id) ?? emptyRow(id, event), event);
        rows.set(id, row);
        changed.set(id, row);
      }
    }
    await upsert(tx, 'contact', ['id'], [...changed.values()]);
    await saveClaims(claims, tx);
    await marks.saveMarks(tx);
    await marks.saveMarkings(tx);
    return [];
  },
};

type AboutThemselves = Extract<
  ContactEvent,
  { type: 'ContactRegistered' | 'ContactIdentified' | 'ContactErased' }
>;

function isAboutThemselves(event: Seen): event is RecordedEvent & AboutThemselves {
  return ['ContactRegistered', 'ContactIdentified', 'ContactErased'].includes(event.type);
}

function rowAfter(known: ContactRow, event: RecordedEvent & AboutThemselves): ContactRow {
  if (event.type === 'ContactErased') {
    return { ...known, name: null, phone: null, email: null, bsuid: null, username: null };
  }
  const { name, phone, email, bsuid, username }: ContactProfile = event.data.personal ?? {};
  return {
    ...known,
    name: name ?? known.name,
    phone: phone ?? known.phone,
    email: email ?? known.email,
    bsuid: bsuid ?? known.bsuid,
    username: username ?? known.username,
  };
}

async function saveClaims(claims: Map<string, string | null>, tx: Sql): Promise<void> {
  const owned = [...claims].flatMap(([id, contact_id]) => (contact_id ? [{ id, contact_id }] : []));
  await upsert(tx, 'claim', ['id'], owned);
  const free = [...claims].flatMap(([id, contact_id]) => (contact_id ? [] : [id]));
  if (free.length > 0) await tx.query('delete from claim where id = any($1::text[])', [free]);
}

async function loadRows(events: Seen[], tx: Sql): Promise<Map<string, ContactRow>> {
  const ids = new Set(
    events.filter(({ stream }) => stream.startsWith('contact-')).map((event) => idOf(event.stream)),
  );
  if (ids.size === 0) return new Map();
  const { rows } = await tx.query<ContactRow>('select * from contact where id = any($1::uuid[])', [[...ids]]);
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
