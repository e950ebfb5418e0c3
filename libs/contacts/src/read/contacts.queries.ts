import { Injectable } from '@nestjs/common';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { idsOfMark, marksOn } from '@parley/event-sourcing/projection/marks';
import { Database } from '@parley/platform/database/database';
import type { ContactRow } from './contacts.rows';

/** People as their own organisation sees them. */
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

  /** @throws NotFound for somebody unknown, or of another organisation. */
  async find(customerId: string, id: string): Promise<ContactResponse> {
    const { rows } = await this.database.query<ContactRow & { label_ids: string[] }>(
      `select k.*, ${marksOn('k.id', 'contacts')} as label_ids
         from contacts.contact k where k.customer_id = $1 and k.id = $2`,
      [customerId, id],
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    const { name, phone, email, bsuid, username } = row;
    return {
      id: row.id,
      name,
      phone,
      email,
      bsuid,
      username,
      labelIds: row.label_ids,
      createdAt: new Date(row.created_at).toISOString(),
    };
  }
}
