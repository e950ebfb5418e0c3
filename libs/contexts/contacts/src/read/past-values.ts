import { Injectable } from '@nestjs/common';
import { contactFields, type ContactEvent, type RecordedEvent } from '@parley/contracts/events';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { Database } from '@parley/platform/database/database';
import { contact } from '../domain/contact';
import type { ContactState } from '../domain/contact-state';
import { columnOf, type ContactRow } from './contacts.rows';

/** Values of a contact's fields and attributes, by name or id; empty for an erased contact. */
export type ContactValues = Readonly<Record<string, string | null>>;

interface Asked {
  contactId: string;
  /** Log position up to which, inclusive, the contact's events are folded. */
  position: string;
}

/** Reads values that contacts had at earlier positions of the log. */
@Injectable()
export class PastValues {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  /**
   * Returns values in the order of `asked`. One statement reads contacts that have not changed since from the view;
   * the streams of all others are folded.
   */
  async of(customerId: string, asked: Asked[]): Promise<ContactValues[]> {
    const ids = [...new Set(asked.map(({ contactId }) => contactId))];
    const first = asked.reduce(
      (least, { position }) => (least === '' || position < least ? position : least),
      '',
    );
    const roots = await this.roots(customerId, ids);
    const streams = [...new Set([...ids, ...roots.values()])].map((id) => `contact-${id}`);
    const moved =
      streams.length === 0
        ? new Set<string>()
        : await this.store.movedSince(streams, { customerId, after: first });
    const hasMoved = (id: string) =>
      moved.has(`contact-${id}`) || moved.has(`contact-${roots.get(id) ?? id}`);
    const still = ids.filter((id) => !hasMoved(id));
    const now = await this.now(customerId, [...new Set(still.map((id) => roots.get(id) ?? id))]);
    const told = new Map<string, Promise<RecordedEvent[]>>();
    const eventsOf = (id: string) => {
      let events = told.get(id);
      if (!events) told.set(id, (events = this.read(customerId, id)));
      return events;
    };
    const values: ContactValues[] = [];
    for (const { contactId, position } of asked) {
      if (!hasMoved(contactId)) {
        values.push(now.get(roots.get(contactId) ?? contactId) ?? {});
        continue;
      }
      const own = stateUpTo(await eventsOf(contactId), position);
      const known = own.mergedInto ? stateUpTo(await eventsOf(own.mergedInto), position) : own;
      values.push(known.status === 'known' ? { ...known.profile, ...known.attributes } : {});
    }
    return values;
  }

  /** Id of the contact into which each merged contact is merged now, by the merged contact's id. */
  private async roots(customerId: string, ids: string[]): Promise<Map<string, string>> {
    const { rows } = await this.database.query<{ id: string; root: string }>(
      `select m.contact_id as id, m.root_id as root from contacts.merged m
         join contacts.contact k on k.id = m.contact_id
        where k.customer_id = $1 and m.contact_id = any($2::uuid[])`,
      [customerId, ids],
    );
    return new Map(rows.map(({ id, root }) => [id, root]));
  }

  private async now(customerId: string, ids: string[]): Promise<Map<string, ContactValues>> {
    const { rows } = await this.database.query<ContactRow & { attributes: Record<string, string> }>(
      `select k.*, coalesce((select jsonb_object_agg(v.attribute_id, v.value)
                               from contacts.attribute_value v where v.contact_id = k.id), '{}') as attributes
         from contacts.contact k where k.customer_id = $1 and not k.is_erased and k.id = any($2::uuid[])`,
      [customerId, ids],
    );
    return new Map(
      rows.map((row) => {
        const fields = contactFields.map((field) => [field, row[columnOf[field]]] as const);
        return [row.id, { ...Object.fromEntries(fields), ...row.attributes }];
      }),
    );
  }

  private async read(customerId: string, id: string): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const event of this.store.readStream(`contact-${id}`, { customerId })) events.push(event);
    return events;
  }
}

function stateUpTo(events: RecordedEvent[], position: string): ContactState {
  return events
    .filter((event) => event.position <= position)
    .reduce<ContactState>(
      (state, event) => contact.evolve(state, event as RecordedEvent & ContactEvent),
      contact.initialState,
    );
}
