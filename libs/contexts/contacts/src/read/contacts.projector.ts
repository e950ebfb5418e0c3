import { numberIn } from '@parley/contracts/api/contact-conditions';
import { rulesOf } from '@parley/contracts/channels/offers';
import {
  aliasKinds,
  idOf,
  type AliasKind,
  type ChannelEvent,
  type ClaimEvent,
  type ContactAttributeEvent,
  type CustomerEvent,
  type ContactEvent,
  type LabelEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { forgetErased } from '@parley/read-kit/erased';
import { projectMerges } from '@parley/read-kit/merged';
import { MarksFold } from '@parley/read-kit/marks';
import { storable, upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import { projectConversationAccess } from '@parley/access-rules/conversation-access';
import { projectViewers, viewerPrefixes } from '@parley/access-rules/viewer-tables';
import type { Sql } from '@parley/platform/database/database';
import { projectLists } from '../lists/lists.fold';
import { projectActivity } from './activity.fold';
import { contactSearchText, sortNameOf } from './contact-search';
import { columnOf, contactsDdl, contactsIndexes, type ContactRow } from './contacts.rows';

type Seen = RecordedEvent &
  (ContactEvent | ClaimEvent | LabelEvent | ChannelEvent | ContactAttributeEvent | CustomerEvent);

/**
 * View of all contacts: their data, their claims, the users who may see them, and the time when they were last seen.
 * The view writes nothing to the change feed, because lists read names from a view of their own.
 */
export const contactsView: View = {
  name: 'contacts',
  gatherMs: 1_000,
  prefixes: [
    'contact-',
    'contactList-',
    'contactListBatch-',
    'claim-',
    'label-',
    'conversation-',
    'message-',
    'contactAttribute-',
    ...viewerPrefixes,
  ],
  ddl: contactsDdl,
  remembersErased: true,
  indexes: contactsIndexes,

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
        // Skips claims of users and channels.
        if (aliasKinds.includes(event.data.kind as AliasKind)) claims.set(id, event.data.ownerId);
      } else if (event.type === 'AliasReleased') claims.set(id, null);
      else if (isAboutThemselves(event)) {
        const row = rowAfter(rows.get(id) ?? emptyRow(id, event), event);
        rows.set(id, row);
        changed.set(id, row);
      } else if (isAnnotation(event)) await annotate(event, tx);
      else if (event.type === 'ChannelConnected' || event.type === 'ChannelDisconnected')
        await projectReach(event, tx);
      else if (event.type === 'ContactDistinguished') {
        const [contact_id, other_id] = [id, event.data.otherId].sort();
        await upsert(tx, 'distinct_pair', ['contact_id', 'other_id'], [{ contact_id, other_id }]);
      } else if (event.type === 'ContactAttributeCreated' || event.type === 'ContactAttributeChanged') {
        const { kind, choices } = event.data;
        await upsert(tx, 'attribute', ['id'], [{ id, customer_id: event.customerId, kind, choices }]);
      } else if (event.type === 'CustomerSettingChanged' && event.data.name === 'country') {
        await upsert(tx, 'home_country', ['customer_id'], [{ customer_id: id, country: event.data.value }]);
      } else if (event.type === 'ContactAttributeDeleted') {
        await tx.query('delete from attribute where id = $1', [id]);
        await tx.query('delete from attribute_value where attribute_id = $1', [id]);
      }
      if (event.type === 'ContactErased') await forgetAnnotations(id, tx);
    }
    const searchable = [...changed.values()].map((row) => ({
      ...row,
      search: contactSearchText(row),
      sort_name: sortNameOf(row),
    }));
    await upsert(tx, 'contact', ['id'], searchable);
    await saveClaims(claims, tx);
    await projectConversationAccess(events, tx);
    const remerged = await projectMerges(events, tx);
    const active = await projectActivity(events, remerged, tx);
    await marks.saveMarks(tx);
    await marks.saveMarkings(tx);
    await projectLists(events, { remerged, active }, tx);
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
  'ContactOptedIn',
  'ContactOptedOut',
  'ContactAbsorbed',
  'ContactReleased',
  'ContactErased',
] as const;
type AboutThemselves = Extract<ContactEvent, { type: (typeof aboutThemselves)[number] }>;

/** Whether an event changes the row of its contact. */
export function isAboutThemselves(
  event: RecordedEvent & { type: string },
): event is RecordedEvent & AboutThemselves {
  return (aboutThemselves as readonly string[]).includes(event.type);
}

/** The row of a contact after an event about the contact. */
export function rowAfter(known: ContactRow, event: RecordedEvent & AboutThemselves): ContactRow {
  switch (event.type) {
    case 'ContactBlocked':
    case 'ContactUnblocked':
      return { ...known, is_blocked: event.type === 'ContactBlocked' };
    case 'ContactPrioritised':
    case 'ContactUnprioritised':
      return { ...known, is_high_priority: event.type === 'ContactPrioritised' };
    case 'ContactOptedIn':
    case 'ContactOptedOut':
      return {
        ...known,
        opt_in: event.type === 'ContactOptedIn',
        opt_in_at: event.time,
        opt_in_by: event.actor.type === 'user' ? event.actor.id : null,
      };
    case 'ContactErased':
      return { ...known, ...unknown, is_erased: true };
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
      | 'ContactMetadataRemoved'
      | 'ContactAttributeSet'
      | 'ContactAttributeRemoved';
  }
>;

function isAnnotation(event: Seen): event is RecordedEvent & Annotation {
  return /^Contact(Comment|Metadata|Attribute(Set|Removed))/.test(event.type);
}

/**
 * Writes comments and metadata with one statement per event, because users enter these by hand, so there are few.
 * Skips events of erased contacts, whose personal data is unreadable.
 */
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
      // A changed entry keeps its position in the list.
      const place = rows[0]?.position ?? position;
      const row = { id, customer_id, contact_id, name, value, position: place };
      return upsert(tx, 'metadata', ['id'], [row]);
    }
    case 'ContactAttributeSet': {
      const { attributeId: attribute_id, personal } = event.data;
      if (!personal) return;
      const { value } = personal;
      const row = { contact_id, attribute_id, value, number: numberIn(value) };
      return upsert(tx, 'attribute_value', ['contact_id', 'attribute_id'], [row]);
    }
    case 'ContactAttributeRemoved':
      await tx.query('delete from attribute_value where contact_id = $1 and attribute_id = $2', [
        contact_id,
        event.data.attributeId,
      ]);
      return;
    case 'ContactCommentRemoved':
      await tx.query('delete from comment where id = $1', [event.data.commentId]);
      return;
    case 'ContactMetadataRemoved':
      await tx.query('delete from metadata where id = $1', [event.data.metadataId]);
  }
}

async function forgetAnnotations(contactId: string, tx: Sql): Promise<void> {
  for (const table of ['comment', 'metadata', 'attribute_value'])
    await tx.query(`delete from ${table} where contact_id = $1`, [contactId]);
}

/** Stores which address a channel needs to reach contacts; a disconnected channel has no row. */
async function projectReach(event: RecordedEvent & ChannelEvent, tx: Sql): Promise<void> {
  const id = idOf(event.stream);
  if (event.type === 'ChannelConnected') {
    const { contactIdentity: contact_identity } = rulesOf(event.data);
    await upsert(tx, 'channel', ['id'], [{ id, customer_id: event.customerId, contact_identity }]);
  } else await tx.query('delete from channel where id = $1', [id]);
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

/** The row of a contact of which only the id is known yet. */
export function emptyRow(id: string, event: RecordedEvent): ContactRow {
  return {
    id,
    customer_id: event.customerId,
    ...unknown,
    is_blocked: false,
    is_high_priority: false,
    created_at: event.time,
    opt_in: false,
    opt_in_at: null,
    opt_in_by: null,
    is_erased: false,
    search: '',
    sort_name: '',
  };
}
