import {
  aliasKinds,
  idOf,
  type AliasKind,
  type ClaimEvent,
  type ContactEvent,
  type LabelEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { forgetErased } from '@parley/event-sourcing/projection/erased';
import { MarksFold } from '@parley/event-sourcing/projection/marks';
import { storable, upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import { projectConversationAccess } from '@parley/event-sourcing/visibility/conversation-access';
import { projectViewers, viewerPrefixes } from '@parley/event-sourcing/visibility/viewer-tables';
import type { Sql } from '@parley/platform/database/database';
import { columnOf, contactsDdl, type ContactRow } from './contacts.rows';

type Seen = RecordedEvent & (ContactEvent | ClaimEvent | LabelEvent);

/**
 * Everybody who ever wrote, what they are known by, and who may see them. It pushes nothing: lists show names from
 * their own view.
 */
export const contactsView: View = {
  name: 'contacts',
  prefixes: ['contact-', 'claim-', 'label-', 'conversation-', ...viewerPrefixes],
  ddl: contactsDdl,

  async project(recorded, tx) {
    const { events } = await forgetErased(recorded as Seen[], tx);
    const rows = await loadRows(events, tx);
    const changed = new Map<string, ContactRow>();
    const claims = new Map<string, string | null>();
    const marks = new MarksFold();
    for (const event of events) {
      marks.apply(event);
      await projectViewers(event, tx);
      const id = idOf(event.stream);
      if (event.type === 'AliasClaimed') {
        // Users and channels claim as well.
        if (aliasKinds.includes(event.data.kind as AliasKind)) claims.set(id, event.data.ownerId);
      } else if (event.type === 'AliasReleased') claims.set(id, null);
      else if (isAboutThemselves(event)) {
        const row = rowAfter(rows.get(id) ?? emptyRow(id, event), event);
        rows.set(id, row);
        changed.set(id, row);
      } else if (isAnnotation(event)) await annotate(event, tx);
      if (event.type === 'ContactErased') await forgetAnnotations(id, tx);
    }
    await upsert(tx, 'contact', ['id'], [...changed.values()]);
    await saveClaims(claims, tx);
    await projectConversationAccess(events, tx);
    await marks.saveMarks(tx);
    await marks.saveMarkings(tx);
    return [];
  },
};

const aboutThemselves = [
  'ContactRegistered',
  'ContactIdentified',
  'ContactDetailsChanged',
  'ContactBlocked',
  'ContactUnblocked',
  'ContactPrioritised',
  'ContactUnprioritised',
  'ContactErased',
] as const;
type AboutThemselves = Extract<ContactEvent, { type: (typeof aboutThemselves)[number] }>;

function isAboutThemselves(event: Seen): event is RecordedEvent & AboutThemselves {
  return (aboutThemselves as readonly string[]).includes(event.type);
}

function rowAfter(known: ContactRow, event: RecordedEvent & AboutThemselves): ContactRow {
  switch (event.type) {
    case 'ContactBlocked':
    case 'ContactUnblocked':
      return { ...known, is_blocked: event.type === 'ContactBlocked' };
    case 'ContactPrioritised':
    case 'ContactUnprioritised':
      return { ...known, is_high_priority: event.type === 'ContactPrioritised' };
    case 'ContactErased':
      return { ...known, ...unknown };
    default: {
      const said = Object.entries(event.data.personal ?? {}).filter(([, value]) => value !== undefined);
      const columns = said.map(
        ([field, value]) => [columnOf[field as keyof typeof columnOf], value] as const,
      );
      return { ...known, ...(Object.fromEntries(columns) as Partial<ContactRow>) };
    }
  }
}

type Annotation = Extract<
  ContactEvent,
  {
    type:
      | 'ContactCommentAdded'
      | 'ContactCommentChanged'
      | 'ContactCommentRemoved'
      | 'ContactMetadataSet'
      | 'ContactMetadataRemoved';
  }
>;

function isAnnotation(event: Seen): event is RecordedEvent & Annotation {
  return /^Contact(Comment|Metadata)/.test(event.type);
}

/** Colleagues write by hand: one statement for each is few. What cannot be read any more says nothing. */
async function annotate(event: RecordedEvent & Annotation, tx: Sql): Promise<void> {
  const { customerId: customer_id, position } = event;
  const contact_id = idOf(event.stream);
  switch (event.type) {
    case 'ContactCommentAdded': {
      const { commentId: id, userId: user_id, personal } = event.data;
      if (!personal) return;
      const row = {
        id,
        customer_id,
        contact_id,
        user_id,
        text: personal.text,
        created_at: event.time,
        position,
      };
      return upsert(tx, 'comment', ['id'], [row]);
    }
    case 'ContactCommentChanged': {
      const { commentId, personal } = event.data;
      if (!personal) return;
      const values = [commentId, storable('text', personal.text), event.time];
      await tx.query('update comment set text = $2, changed_at = $3 where id = $1', values);
      return;
    }
    case 'ContactMetadataSet': {
      const { metadataId: id, personal } = event.data;
      if (!personal) return;
      const { name, value } = personal;
      const { rows } = await tx.query<{ position: string }>('select position from metadata where id = $1', [
        id,
      ]);
      // What is changed keeps its place.
      const place = rows[0]?.position ?? position;
      const row = { id, customer_id, contact_id, name, value, position: place };
      return upsert(tx, 'metadata', ['id'], [row]);
    }
    case 'ContactCommentRemoved':
      await tx.query('delete from comment where id = $1', [event.data.commentId]);
      return;
    case 'ContactMetadataRemoved':
      await tx.query('delete from metadata where id = $1', [event.data.metadataId]);
  }
}

async function forgetAnnotations(contactId: string, tx: Sql): Promise<void> {
  for (const table of ['comment', 'metadata'])
    await tx.query(`delete from ${table} where contact_id = $1`, [contactId]);
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

const unknown = {
  name: null,
  phone: null,
  email: null,
  bsuid: null,
  username: null,
  company: null,
  job_title: null,
  reference: null,
  street: null,
  house_number: null,
  zip_code: null,
  city: null,
  province: null,
  state: null,
  country: null,
};

function emptyRow(id: string, event: RecordedEvent): ContactRow {
  return {
    id,
    customer_id: event.customerId,
    ...unknown,
    is_blocked: false,
    is_high_priority: false,
    created_at: event.time,
  };
}
