import { Injectable } from '@nestjs/common';
import type { QuickReplyResponse } from '@parley/contracts/api/catalogue';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';

const columns = 'r.id, r.title, r.message, r.visibility, r.owner_id as "ownerId"';

/** Reads quick replies, and treats those of other organisations as missing. */
@Injectable()
export class QuickReplyQueries {
  constructor(private readonly database: Database) {}

  /**
   * Returns shared quick replies and the private quick replies of the user, by title, or by text if the title is
   * null.
   */
  async list(customerId: string, userId: string): Promise<QuickReplyResponse[]> {
    const { rows } = await this.database.query<QuickReplyResponse>(
      `select ${columns} from catalogue.quick_reply r
        where r.customer_id = $1 and (r.visibility = 'everybody' or r.owner_id = $2)
        order by lower(coalesce(r.title, r.message)), r.id`,
      [customerId, userId],
    );
    return rows;
  }

  /** @throws NotFound also for a private quick reply of another user */
  async one(customerId: string, userId: string, id: string): Promise<QuickReplyResponse> {
    const { rows } = await this.database.query<QuickReplyResponse>(
      `select ${columns} from catalogue.quick_reply r
        where r.customer_id = $1 and r.id = $3 and (r.visibility = 'everybody' or r.owner_id = $2)`,
      [customerId, userId, id],
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    return row;
  }
}
