import { readConditions, type ContactConditions } from '@parley/contracts/api/contact-conditions';
import {
  idOf,
  type ContactListBatchEvent,
  type ContactListEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { standsForSql } from '@parley/read-kit/merged';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { Sql } from '@parley/platform/database/database';
import { conditionsSql } from '../read/conditions-sql';

/** Tables of the view `contacts`: contact lists and their members. */
export const listsDdl = `
  create table contact_list (
    id uuid primary key,
    customer_id uuid not null,
    name text not null,
    description text not null,
    -- Of a live list.
    conditions jsonb,
    is_archived boolean not null,
    created_at timestamptz not null
  );
  create index contact_list_by_customer on contact_list (customer_id);

  create table list_member (
    list_id uuid not null,
    -- Who was put there, and who stands for them now: contacts that are merged come apart again.
    via_id uuid not null,
    contact_id uuid not null,
    primary key (list_id, via_id)
  );
  create index list_member_by_contact on list_member (list_id, contact_id);
  create index list_member_by_via on list_member (via_id);
`;

type ListEvent = RecordedEvent & (ContactListEvent | ContactListBatchEvent);

interface ListRow {
  id: string;
  customer_id: string;
  name: string;
  description: string;
  conditions: ContactConditions | null;
  is_archived: boolean;
  created_at: string;
}

/**
 * Folds lists and their members. Runs after all other folds, because live lists read the contacts that the same batch
 * changed.
 * @param changed.remerged contacts that were merged or separated, with the contact to which each belongs now
 * @param changed.active contacts with conversations that the batch changed
 */
export async function projectLists(
  events: RecordedEvent[],
  { remerged, active }: { remerged: ReadonlyMap<string, string>; active: ReadonlySet<string> },
  tx: Sql,
): Promise<void> {
  const anew = new Set<string>();
  for (const event of events.filter(isListEvent)) {
    if (await projectList(event, tx)) anew.add(idOf(event.stream));
  }
  if (remerged.size > 0) {
    await tx.query(
      `update list_member set contact_id = ${standsForSql('via_id', '')} where via_id = any($1::uuid[])`,
      [[...remerged.keys()]],
    );
  }
  const erased = events.filter(({ type }) => type === 'ContactErased').map(({ stream }) => idOf(stream));
  if (erased.length > 0) await tx.query('delete from list_member where via_id = any($1::uuid[])', [erased]);
  await followConditions(events, anew, [...remerged.keys(), ...active], tx);
}

function isListEvent(event: RecordedEvent): event is ListEvent {
  return event.stream.startsWith('contactList');
}

/**
 * Folds an event of a list.
 * @returns whether the members of the list have to be computed again from its conditions
 */
async function projectList(event: ListEvent, tx: Sql): Promise<boolean> {
  const id = idOf(event.stream);
  switch (event.type) {
    case 'ContactListAdded':
    case 'ContactListChanged': {
      const { name, description, conditions } = event.data;
      if (event.type === 'ContactListChanged') {
        await tx.query(
          'update contact_list set name = $2, description = $3, conditions = $4::jsonb where id = $1',
          [id, name, description, conditions && JSON.stringify(conditions)],
        );
      } else {
        const row: ListRow = {
          ...{ id, name, description, conditions, is_archived: false },
          ...{ customer_id: event.customerId, created_at: event.time },
        };
        await upsert(tx, 'contact_list', ['id'], [row]);
      }
      return conditions !== null;
    }
    case 'ContactListArchived':
    case 'ContactListRestored':
      await tx.query('update contact_list set is_archived = $2 where id = $1', [
        id,
        event.type === 'ContactListArchived',
      ]);
      return false;
    case 'ContactListDeleted':
      await tx.query('delete from list_member where list_id = $1', [id]);
      await tx.query('delete from contact_list where id = $1', [id]);
      return false;
    case 'ContactsListed':
      await tx.query(
        `insert into list_member (list_id, via_id, contact_id)
         select l.id, listed.id, ${standsForSql('listed.id', '')}
           from unnest($2::uuid[]) as listed (id) join contact_list l on l.id = $1 and l.conditions is null
           join contact k on k.id = listed.id and k.customer_id = l.customer_id and not k.is_erased
         on conflict do nothing`,
        [event.data.listId, event.data.contactIds],
      );
      return false;
    case 'ContactsUnlisted':
      await tx.query(
        `delete from list_member m using contact_list l
          where l.id = $1 and l.conditions is null and m.list_id = l.id and m.contact_id = any($2::uuid[])`,
        [event.data.listId, event.data.contactIds],
      );
      return false;
  }
}

/** Types of events that may change which contacts meet conditions, without being events of a contact. */
const movesAnybody = /^(Label(Merged|Deleted)|ContactAttributeDeleted|Channel(Connected|Disconnected))$/;

/**
 * Checks the contacts that a batch changed against the live lists of their organisation, with one statement per list.
 * @param changed further contacts to check, whose conversations were deleted so that the tables no longer lead to
 * them
 */
async function followConditions(
  events: RecordedEvent[],
  anew: ReadonlySet<string>,
  changed: string[],
  tx: Sql,
): Promise<void> {
  const telling = events.filter(({ stream }) =>
    /^(contact|contactAttribute|conversation|message|label|channel)-/.test(stream),
  );
  if (telling.length === 0 && anew.size === 0) return;
  const customers = new Set([...telling, ...events.filter(isListEvent)].map(({ customerId }) => customerId));
  const { rows: lists } = await tx.query<Pick<ListRow, 'id' | 'customer_id'> & { conditions: unknown }>(
    `select id, customer_id, conditions from contact_list
      where customer_id = any($1::uuid[]) and conditions is not null order by id`,
    [[...customers]],
  );
  if (lists.length === 0) return;
  const moved = new Set(
    telling.filter(({ type }) => movesAnybody.test(type)).map(({ customerId }) => customerId),
  );
  const touched = await touchedBy(telling, changed, tx);
  for (const list of lists) {
    const isWhole = anew.has(list.id) || moved.has(list.customer_id);
    if (isWhole || touched.length > 0) await follow(list, isWhole ? null : touched, tx);
  }
}

/** Contacts that a batch changes, with the contacts into which they were merged. */
async function touchedBy(events: RecordedEvent[], changed: string[], tx: Sql): Promise<string[]> {
  const [contacts, conversations] = [new Set(changed), new Set<string>()];
  for (const { stream, data, type } of events) {
    if (stream.startsWith('contact-')) {
      contacts.add(idOf(stream));
      const { intoId, fromId } = data as { intoId?: string; fromId?: string };
      for (const id of [intoId, fromId]) if (id) contacts.add(id);
    } else if (stream.startsWith('conversation-')) {
      conversations.add(idOf(stream));
      if (type === 'ConversationStarted') contacts.add((data as { contactId: string }).contactId);
    } else if (stream.startsWith('message-')) {
      const { conversationId, contactId } = data as { conversationId?: string; contactId?: string };
      if (conversationId) conversations.add(conversationId);
      if (contactId) contacts.add(contactId);
    }
  }
  const { rows } = await tx.query<{ id: string }>(
    `with told as (
       select unnest($1::uuid[]) as id
       union select contact_id from conversation where conversation_id = any($2::uuid[])
       union select contact_id from conversation_access where conversation_id = any($2::uuid[]))
     select id from told where id is not null
     union select root_id from merged where contact_id in (select id from told)
     union select into_id from merged where contact_id in (select id from told)`,
    [[...contacts], [...conversations]],
  );
  return rows.map(({ id }) => id);
}

/**
 * Updates the members of a live list. A list whose stored conditions are invalid has no members.
 * @param touched the contacts to check; null for all contacts of the organisation
 */
async function follow(
  { id, customer_id: customerId, conditions }: Pick<ListRow, 'id' | 'customer_id'> & { conditions: unknown },
  touched: string[] | null,
  tx: Sql,
): Promise<void> {
  const values: unknown[] = [id, customerId];
  const among = (column: string) => (touched ? `and ${column} = any($3::uuid[])` : '');
  if (touched) values.push(touched);
  const valid = readConditions(conditions);
  const meets = valid ? conditionsSql(valid, { contact: 'k', tables: '' }, values) : 'false';
  await tx.query(
    `with met as (
       select k.id from contact k
        where k.customer_id = $2::uuid ${among('k.id')} and not k.is_erased
          and not exists (select from merged where merged.contact_id = k.id) and ${meets}),
     gone as (
       delete from list_member where list_id = $1::uuid ${among('via_id')} and via_id not in (select id from met))
     insert into list_member (list_id, via_id, contact_id) select $1::uuid, id, id from met
     on conflict do nothing`,
    values,
  );
}
