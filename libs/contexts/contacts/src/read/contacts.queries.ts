import { Injectable } from '@nestjs/common';
import type { ContactResponse, InternalComment, MetadataEntry } from '@parley/contracts/api/contacts';
import { contactFields, type ContactAttributeContent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { standsForSql } from '@parley/read-kit/merged';
import { idsOfMark, marksOn } from '@parley/read-kit/marks';
import { contactVisibleSql, type ContactViewer } from '@parley/access-rules/viewer';
import { loadViewer, loadViewerAt } from '@parley/access-rules/viewer-tables';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { contactsView } from './contacts.projector';
import { columnOf, type ContactRow } from './contacts.rows';

const SCHEMA = contactsView.name;

/** Reads contacts, as a user of their organisation may see them. */
@Injectable()
export class ContactQueries {
  constructor(private readonly database: Database) {}

  /** The id of a contact's organisation, for an operator who has only the contact's id. */
  async customerOf(id: string): Promise<string | null> {
    const { rows } = await this.database.query<{ customer_id: string }>(
      'select customer_id from contacts.contact where id = $1',
      [id],
    );
    return rows[0]?.customer_id ?? null;
  }

  /** Ids of the claims that this contact owns. */
  async claimsOf(contactId: string): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      'select id from contacts.claim where contact_id = $1 order by id',
      [contactId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * All ids of a label of this organisation: its own first, then those of labels that were merged into it.
   * @throws NotFound if the organisation has no such label
   */
  idsOfLabel(customerId: string, id: string): Promise<[string, ...string[]]> {
    return idsOfMark(this.database, 'contacts', { customerId, kind: 'label', id });
  }

  /**
   * The viewer of this principal, with the data that decides which contacts they see; and the position of the view at
   * that time.
   */
  async viewerAt(principal: Principal): Promise<{ viewer: ContactViewer; position: string }> {
    const place = { schema: SCHEMA, view: contactsView.name };
    const { viewer, position } = await loadViewerAt(this.database, place, principal);
    return { viewer: { ...viewer, hasContactsModule: principal.can('read', 'contacts') }, position };
  }

  /** The viewer of a job: the user who began it, whose request is no longer available. */
  async viewerOf(
    job: { customerId: string; userId: string },
    { hasContactsModule }: { hasContactsModule: boolean },
  ): Promise<ContactViewer> {
    return { ...(await loadViewer(this.database, SCHEMA, job)), hasContactsModule };
  }

  async isErased(customerId: string, id: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'select from contacts.contact where customer_id = $1 and id = $2 and is_erased',
      [customerId, id],
    );
    return rowCount === 1;
  }

  /**
   * @returns the id of the contact, or of the contact into which it was merged
   * @throws NotFound for a contact that is unknown, of another organisation, or not visible to this viewer
   */
  async requireVisible(viewer: ContactViewer, id: string): Promise<string> {
    const { where, values } = visible(viewer, id);
    const { rows } = await this.database.query<{ id: string }>(
      `select k.id from contacts.contact k where ${where}`,
      values,
    );
    if (!rows[0]) throw new NotFound();
    return rows[0].id;
  }

  /**
   * Returns those of `ids` that the principal may see; a merged contact is visible if the contact into which it was
   * merged is.
   */
  async visibleAmong(principal: Principal, ids: string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const { viewer } = await this.viewerAt(principal);
    const values: unknown[] = [viewer.customerId, ids];
    const seen = contactVisibleSql(
      viewer,
      { contactId: standsForSql('k.id', 'contacts.'), schema: SCHEMA },
      values,
    );
    const { rows } = await this.database.query<{ id: string }>(
      `select k.id from contacts.contact k where k.customer_id = $1 and k.id = any($2::uuid[]) and ${seen}`,
      values,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** @throws NotFound for a contact that is unknown, of another organisation, or not visible to this viewer */
  async find(viewer: ContactViewer, id: string): Promise<ContactResponse> {
    const { where, values } = visible(viewer, id);
    const { rows } = await this.database.query<Found>(
      `select k.*, ${marksOn('k.id', 'contacts')} as label_ids,
              (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'comment', c.text, 'userId', c.user_id,
                        'createdAt', c.created_at, 'changedAt', c.changed_at) order by c.position), '[]')
                 from contacts.comment c where c.contact_id in ${membersSql}) as comments,
              (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'value', m.value)
                        order by m.position), '[]')
                 from contacts.metadata m where m.contact_id in ${membersSql}) as metadata,
              (select coalesce(jsonb_agg(jsonb_build_object('id', v.attribute_id, 'value', v.value)
                        order by v.attribute_id), '[]')
                 from contacts.attribute_value v where v.contact_id = k.id) as attributes,
              (select coalesce(jsonb_agg(jsonb_build_object('id', m.contact_id, 'name', other.name)
                        order by m.contact_id), '[]')
                 from contacts.merged m join contacts.contact other on other.id = m.contact_id
                where m.into_id = k.id) as merged,
              activity.seen_at, activity.last_at
         from contacts.contact k left join contacts.activity on activity.contact_id = k.id where ${where}`,
      values,
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    const iso = (time: string | Date) => new Date(time).toISOString();
    const fields = Object.fromEntries(contactFields.map((field) => [field, row[columnOf[field]]]));
    return {
      ...(fields as Pick<ContactResponse, (typeof contactFields)[number]>),
      id: row.id,
      bsuid: row.bsuid,
      username: row.username,
      labelIds: row.label_ids,
      isBlocked: row.is_blocked,
      isHighPriority: row.is_high_priority,
      optIn: { is: row.opt_in, at: row.opt_in_at && iso(row.opt_in_at), byId: row.opt_in_by },
      attributes: row.attributes,
      merged: row.merged,
      lastSeenAt: row.seen_at && iso(row.seen_at),
      isErased: row.is_erased,
      metadata: row.metadata,
      internalComments: row.comments.map((comment) => ({
        ...comment,
        createdAt: iso(comment.createdAt),
        changedAt: comment.changedAt && iso(comment.changedAt),
      })),
      createdAt: iso(row.created_at),
    };
  }

  /**
   * The values of the contact, or of the contact into which it was merged: fields by name, custom attributes by id.
   * Null if the contact is unknown or erased.
   */
  async valuesOf(
    customerId: string,
    contactId: string,
  ): Promise<{ id: string; values: Record<string, string | null> } | null> {
    const { rows } = await this.database.query<ContactRow & { attributes: Record<string, string> }>(
      `select k.*, coalesce((select jsonb_object_agg(v.attribute_id, v.value)
                               from contacts.attribute_value v where v.contact_id = k.id), '{}') as attributes
         from contacts.contact k
        where k.customer_id = $1 and not k.is_erased
          and k.id = coalesce((select m.root_id from contacts.merged m where m.contact_id = $2), $2)`,
      [customerId, contactId],
    );
    const [row] = rows;
    if (!row) return null;
    const fields = contactFields.map((field) => [field, row[columnOf[field]]] as const);
    return { id: row.id, values: { ...Object.fromEntries(fields), ...row.attributes } };
  }

  /** The country that applies to phone numbers without a calling code; null if the organisation has set none. */
  async homeCountry(customerId: string): Promise<string | null> {
    const { rows } = await this.database.query<{ country: string }>(
      'select country from contacts.home_country where customer_id = $1',
      [customerId],
    );
    return rows[0]?.country || null;
  }

  /** Names of this organisation's metadata, at most 100, most used first. */
  async metadataNames(customerId: string): Promise<string[]> {
    const { rows } = await this.database.query<{ name: string }>(
      `select name from contacts.metadata where customer_id = $1
        group by name order by count(*) desc, name limit 100`,
      [customerId],
    );
    return rows.map(({ name }) => name);
  }

  /** Ids of the contact and of all contacts that were merged into it; the contact itself is first. */
  async membersOf(customerId: string, contactId: string): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `select m.contact_id as id from contacts.merged m join contacts.contact k on k.id = m.contact_id
        where m.root_id = $2 and k.customer_id = $1 order by m.contact_id`,
      [customerId, contactId],
    );
    return [contactId, ...rows.map(({ id }) => id)];
  }

  /** Id of the merged contact to which this metadata entry belongs; `contactId` itself if it belongs to none. */
  async ownerOfMetadata(contactId: string, metadataId: string): Promise<string> {
    const { rows } = await this.database.query<{ contact_id: string }>(
      `select m.contact_id from contacts.metadata m
        where m.id = $2 and ${standsForSql('m.contact_id', 'contacts.')} = $1`,
      [contactId, metadataId],
    );
    return rows[0]?.contact_id ?? contactId;
  }

  /** Those custom attributes among `ids` that belong to the organisation, by id. */
  async attributesOf(customerId: string, ids: string[]): Promise<Map<string, AttributeRow>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.database.query<AttributeRow & { id: string }>(
      'select id, kind, choices from contacts.attribute where customer_id = $1 and id = any($2::uuid[])',
      [customerId, ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * Id of the contact to which a comment belongs.
   * @throws NotFound for a comment that does not exist, belongs to another organisation, or belongs to a contact that
   * this viewer may not see
   */
  async contactOfComment(viewer: ContactViewer, commentId: string): Promise<string> {
    const values: unknown[] = [viewer.customerId, commentId];
    const { rows } = await this.database.query<{ contact_id: string }>(
      `select c.contact_id from contacts.comment c where c.customer_id = $1 and c.id = $2
          and ${contactVisibleSql(viewer, { contactId: standsForSql('c.contact_id', 'contacts.'), schema: SCHEMA }, values)}`,
      values,
    );
    if (!rows[0]) throw new NotFound();
    return rows[0].contact_id;
  }
}

export type AttributeRow = Pick<ContactAttributeContent, 'kind' | 'choices'>;

function visible(viewer: ContactViewer, id: string): { where: string; values: unknown[] } {
  const values: unknown[] = [viewer.customerId, id];
  const seen = contactVisibleSql(viewer, { contactId: 'k.id', schema: SCHEMA }, values);
  return {
    where: `k.customer_id = $1 and k.id = ${standsForSql('$2::uuid', 'contacts.')} and ${seen}`,
    values,
  };
}

/** SQL: the ids of a contact and of the contacts that were merged into it. */
const membersSql = '(select k.id union all select contact_id from contacts.merged where root_id = k.id)';

type Found = ContactRow & {
  label_ids: string[];
  comments: InternalComment[];
  metadata: MetadataEntry[];
  attributes: { id: string; value: string }[];
  merged: { id: string; name: string | null }[];
  seen_at: Date | null;
};
