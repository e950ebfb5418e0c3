import { Injectable } from '@nestjs/common';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import type { ContactRow } from './contacts.rows';

/** People as their own organisation sees them. */
@Injectable()
export class ContactQueries {
  constructor(private readonly database: Database) {}

  /** @throws NotFound for somebody unknown, or of another organisation. */
  async find(customerId: string, id: string): Promise<ContactResponse> {
    const { rows } = await this.database.query<ContactRow>(
      'select * from contacts.contact where customer_id = $1 and id = $2',
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
      createdAt: new Date(row.created_at).toISOString(),
    };
  }
}
