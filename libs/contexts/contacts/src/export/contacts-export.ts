import { Injectable } from '@nestjs/common';
import { everybody } from '@parley/contracts/api/contact-conditions';
import {
  EXPORTED_ATTRIBUTE as ATTRIBUTE,
  type ExportField,
  type ExportFilter,
} from '@parley/contracts/api/exports';
import { contactFields, type ContactEvent, type RecordedEvent } from '@parley/contracts/events';
import type { AsOf, Moved } from '@parley/read-kit/as-of';
import type { Cell, ExportOwner, ExportQuery, ExportRows, ExportSource } from '@parley/feature/export-source';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { selectedSql } from '../read/contact-list.queries';
import { contactsView, emptyRow, isAboutThemselves, rowAfter } from '../read/contacts.projector';
import { ContactQueries } from '../read/contacts.queries';
import { columnOf, type ContactRow } from '../read/contacts.rows';
import { selectionAsked } from '../http/contacts-query';

interface Exported {
  row: ContactRow;
  label_ids: string[];
  attributes: Record<string, string>;
}

const own: Record<string, (contact: Exported) => Cell> = {
  contactId: ({ row }) => row.id,
  ...Object.fromEntries(contactFields.map((field) => [field, ({ row }: Exported) => row[columnOf[field]]])),
  username: ({ row }) => row.username,
  labels: (contact) => contact.label_ids,
  optIn: ({ row }) => row.opt_in,
  isBlocked: ({ row }) => row.is_blocked,
  isHighPriority: ({ row }) => row.is_high_priority,
  createdAt: ({ row }) => new Date(row.created_at).toISOString(),
};
const usual = ['name', 'phone', 'email', 'company', 'labels', 'optIn', 'createdAt'];

/** Exports the contacts that meet filter conditions, which are those of the contacts page. */
@Injectable()
export class ContactsExport implements ExportSource {
  readonly kind = 'contacts';
  readonly requires = 'contacts:read';
  readonly views = [contactsView.name];
  readonly named = ['labels'];

  constructor(
    private readonly database: Database,
    private readonly contacts: ContactQueries,
  ) {}

  async fields(customerId: string): Promise<ExportField[]> {
    const { rows } = await this.database.query<{ id: string }>(
      'select id from contacts.attribute where customer_id = $1 order by id',
      [customerId],
    );
    return [
      ...Object.keys(own).map((name) => ({ name, label: null, isUsual: usual.includes(name) })),
      ...rows.map(({ id }) => ({ name: `${ATTRIBUTE}${id}`, label: null, isUsual: true })),
    ];
  }

  async select(me: Principal, filter: ExportFilter, { from, to }: Pick<ExportQuery, 'from' | 'to'>) {
    const { viewer } = await this.contacts.viewerAt(me);
    const { ids } = filter;
    const selection = { ...selectionAsked(filter), ...(ids && { ids }) };
    const values: unknown[] = [];
    const where = [
      selectedSql(viewer, selection, values),
      ...(from === null ? [] : [`k.created_at >= $${values.push(from)}::timestamptz`]),
      ...(to === null ? [] : [`k.created_at < $${values.push(to)}::timestamptz`]),
    ].join(' and ');
    const text = `select k.id::text as key, null::jsonb as payload from contacts.contact k
      where ${where} order by k.created_at, k.id`;
    return { text, values, params: { hasContactsModule: viewer.hasContactsModule } };
  }

  async *rows(
    keys: string[],
    { fields }: ExportQuery,
    { asOf, owner, found }: { asOf: AsOf; owner: ExportOwner; found: (key: string) => void },
  ): AsyncGenerator<ExportRows> {
    const viewer = await this.contacts.viewerOf(owner, owner.params as { hasContactsModule: boolean });
    const values: unknown[] = [];
    const { rows } = await this.database.query<ContactRow & Omit<Exported, 'row'>>(
      `select k.*,
              array(select mark_id from contacts.marked where target_id = k.id order by position) as label_ids,
              (select coalesce(jsonb_object_agg(attribute_id, value), '{}') from contacts.attribute_value
                where contact_id = k.id) as attributes
         from contacts.contact k where ${selectedSql(viewer, { conditions: everybody, ids: keys }, values)}`,
      values,
    );
    const moved = await asOf.moved(rows.map(({ id }) => `contact-${id}`));
    const there = new Map(
      rows.map(({ label_ids, attributes, ...row }) => {
        const since = moved.get(`contact-${row.id}`);
        return [row.id, since ? folded(since) : { row, label_ids, attributes }] as const;
      }),
    );
    const contacts = keys.flatMap((key) => there.get(key) ?? []);
    for (const { row } of contacts) found(row.id);
    yield { rows: contacts.map((contact) => cellsOf(fields, contact)), files: [] };
  }

  /**
   * Names of labels by id: a merged label has the name of the label into which it was merged, a deleted label null.
   */
  async names(customerId: string): Promise<Map<string, string | null>> {
    const { rows } = await this.database.query<{ id: string; name: string; is_deleted: boolean }>(
      `select m.id, s.name, m.is_deleted from contacts.mark m join contacts.mark s on s.id = m.stands_for
        where m.customer_id = $1 and m.kind = 'label'`,
      [customerId],
    );
    return new Map(rows.map(({ id, name, is_deleted }) => [id, is_deleted ? null : name]));
  }
}

function cellsOf(fields: string[], contact: Exported): Record<string, Cell> {
  const cell = (name: string) =>
    name.startsWith(ATTRIBUTE)
      ? (contact.attributes[name.slice(ATTRIBUTE.length)] ?? null)
      : (own[name]?.(contact) ?? null);
  return Object.fromEntries(fields.map((name) => [name, cell(name)]));
}

/** The contact as it was at the position of the export, from its events; null if it did not exist then. */
function folded({ until }: Moved): Exported | null {
  const [first] = until;
  if (!first) return null;
  let row = emptyRow(first.stream.slice('contact-'.length), first);
  let labels: string[] = [];
  const attributes = new Map<string, string>();
  for (const event of until as (RecordedEvent & ContactEvent)[]) {
    if (isAboutThemselves(event)) row = rowAfter(row, event);
    else if (event.type === 'ContactLabelled') labels = [...new Set([...labels, event.data.labelId])];
    else if (event.type === 'ContactUnlabelled') labels = labels.filter((id) => id !== event.data.labelId);
    else if (event.type === 'ContactAttributeRemoved') attributes.delete(event.data.attributeId);
    else if (event.type === 'ContactAttributeSet' && event.data.personal)
      attributes.set(event.data.attributeId, event.data.personal.value);
  }
  return { row, label_ids: labels, attributes: Object.fromEntries(attributes) };
}
