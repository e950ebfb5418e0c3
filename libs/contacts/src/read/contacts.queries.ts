import { Injectable } from '@nestjs/common';
import type { ContactResponse, InternalComment, MetadataEntry } from '@parley/contracts/api/contacts';
import { contactFields } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { idsOfMark, marksOn } from '@parley/event-sourcing/projection/marks';
import { contactVisibleSql, type ContactViewer } from '@parley/event-sourcing/visibility/viewer';
import { loadViewerAt } from '@parley/event-sourcing/visibility/viewer-tables';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { contactsView } from './contacts.projector';
import { columnOf, type ContactRow } from './contacts.rows';

const SCHEMA = contactsView.name;

/** People as somebody of their organisation may see them. */
@Injectable()
export class ContactQueries {
  constructor(private readonly database: Database) {}

  /** The organisation of a contact, for an operator who has only the contact's id. */
  async customerOf(id: string): Promise<string | null> {
    const { rows } = await this.database.query<{ customer_id: string }>(
      'select customer_id from contacts.contact where id = $1',
      [id],
    );
    return rows[0]?.customer_id ?? null;
  }

  /** Ids of the claim streams that name this contact as owner. */
  async claimsOf(contactId: string): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      'select id from contacts.claim where contact_id = $1 order by id',
      [contactId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * All ids that stand for a label of this organisation, first its own: the others were merged into it.
   * @throws NotFound
   */
  idsOfLabel(customerId: string, id: string): Promise<[string, ...string[]]> {
    return idsOfMark(this.database, 'contacts', { customerId, kind: 'label', id });
  }

  /** What decides which contacts this principal sees, and how far the view had come by then. */
  async viewerAt(principal: Principal): Promise<{ viewer: ContactViewer; position: string }> {
    const place = { schema: SCHEMA, view: contactsView.name };
    const { viewer, position } = await loadViewerAt(this.database, place, principal);
    return { viewer: { ...viewer, hasContactsModule: principal.can('read', 'contacts') }, position };
  }

  /** @throws NotFound for somebody unknown, of another organisation, or not for this viewer. */
  async requireVisible(viewer: ContactViewer, id: string): Promise<void> {
    const { where, values } = visible(viewer, id);
    const { rowCount } = await this.database.query(`select from contacts.contact k where ${where}`, values);
    if (rowCount === 0) throw new NotFound();
  }

  /** @throws NotFound for somebody unknown, of another organisation, or not for this viewer. */
  async find(viewer: ContactViewer, id: string): Promise<ContactResponse> {
    const { where, values } = visible(viewer, id);
    const { rows } = await this.database.query<Found>(
      `select k.*, ${marksOn('k.id', 'contacts')} as label_ids,
              (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'comment', c.text, 'userId', c.user_id,
                        'createdAt', c.created_at, 'changedAt', c.changed_at) order by c.position), '[]')
                 from contacts.comment c where c.contact_id = k.id) as comments,
              (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'value', m.value)
                        order by m.position), '[]')
                 from contacts.metadata m where m.contact_id = k.id) as metadata
         from contacts.contact k where ${where}`,
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
      metadata: row.metadata,
      internalComments: row.comments.map((comment) => ({
        ...comment,
        createdAt: iso(comment.createdAt),
        changedAt: comment.changedAt && iso(comment.changedAt),
      })),
      createdAt: iso(row.created_at),
    };
  }

  /** Names that metadata has in this organisation, most used first. */
  async metadataNames(customerId: string): Promise<string[]> {
    const { rows } = await this.database.query<{ name: string }>(
      `select name from contacts.metadata where customer_id = $1
        group by name order by count(*) desc, name limit 100`,
      [customerId],
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Whom a comment is about.
   * @throws NotFound for one that is not there, of another organisation, or about somebody not for this viewer
   */
  async contactOfComment(viewer: ContactViewer, commentId: string): Promise<string> {
    const values: unknown[] = [viewer.customerId, commentId];
    const { rows } = await this.database.query<{ contact_id: string }>(
      `select c.contact_id from contacts.comment c where c.customer_id = $1 and c.id = $2
          and ${contactVisibleSql(viewer, { contactId: 'c.contact_id', schema: SCHEMA }, values)}`,
      values,
    );
    if (!rows[0]) throw new NotFound();
    return rows[0].contact_id;
  }
}

function visible(viewer: ContactViewer, id: string): { where: string; values: unknown[] } {
  const values: unknown[] = [viewer.customerId, id];
  const seen = contactVisibleSql(viewer, { contactId: 'k.id', schema: SCHEMA }, values);
  return { where: `k.customer_id = $1 and k.id = $2 and ${seen}`, values };
}

type Found = ContactRow & { label_ids: string[]; comments: InternalComment[]; metadata: MetadataEntry[] };
