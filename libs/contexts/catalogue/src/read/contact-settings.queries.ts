import { Injectable } from '@nestjs/common';
import type { ContactAttributeResponse, SegmentResponse } from '@parley/contracts/api/contact-settings';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';

const columns = 's.id, s.name, s.conditions, s.visibility, s.owner_id as "ownerId"';

/** Reads segments, and treats those of other organisations as missing. */
@Injectable()
export class SegmentQueries {
  constructor(private readonly database: Database) {}

  /** Returns shared segments and the private segments of the user, by name. */
  async list(customerId: string, userId: string): Promise<SegmentResponse[]> {
    const { rows } = await this.database.query<SegmentResponse>(
      `select ${columns} from catalogue.segment s
        where s.customer_id = $1 and (s.visibility = 'everybody' or s.owner_id = $2) order by lower(s.name), s.id`,
      [customerId, userId],
    );
    return rows;
  }

  /** @throws NotFound also for a private segment of another user */
  async one(customerId: string, userId: string, id: string): Promise<SegmentResponse> {
    const { rows } = await this.database.query<SegmentResponse>(
      `select ${columns} from catalogue.segment s
        where s.customer_id = $1 and s.id = $3 and (s.visibility = 'everybody' or s.owner_id = $2)`,
      [customerId, userId, id],
    );
    if (!rows[0]) throw new NotFound();
    return rows[0];
  }
}

@Injectable()
export class ContactAttributeQueries {
  constructor(private readonly database: Database) {}

  async list(customerId: string): Promise<ContactAttributeResponse[]> {
    const { rows } = await this.database.query<ContactAttributeResponse>(
      `select id, name, kind, choices from catalogue.contact_attribute
        where customer_id = $1 order by lower(name), id`,
      [customerId],
    );
    return rows;
  }

  /** @throws NotFound */
  async one(customerId: string, id: string): Promise<ContactAttributeResponse> {
    const { rows } = await this.database.query<ContactAttributeResponse>(
      'select id, name, kind, choices from catalogue.contact_attribute where customer_id = $1 and id = $2',
      [customerId, id],
    );
    if (!rows[0]) throw new NotFound();
    return rows[0];
  }
}
