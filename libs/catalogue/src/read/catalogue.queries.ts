import { Injectable } from '@nestjs/common';
import type { MarkResponse, QuickReplyResponse } from '@parley/contracts/api/catalogue';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { MarkKind } from '@parley/event-sourcing/projection/marks';
import { Database } from '@parley/platform/database/database';

const replyColumns = 'r.id, r.title, r.message, r.visibility, r.owner_id as "ownerId"';

/** Reads of the view `catalogue`. What is another organisation's is as what does not exist. */
@Injectable()
export class CatalogueQueries {
  constructor(private readonly database: Database) {}

  /** Tags or labels by name, with how many conversations or contacts bear each. */
  async marks(customerId: string, kind: MarkKind): Promise<MarkResponse[]> {
    const { rows } = await this.database.query<MarkResponse>(
      `select m.id, m.name, m.colour, coalesce(u.count, 0) as usage
         from catalogue.mark m left join catalogue.usage u on u.mark_id = m.id
        where m.customer_id = $1 and m.kind = $2 and m.stands_for = m.id and not m.is_deleted
        order by lower(m.name), m.id`,
      [customerId, kind],
    );
    return rows;
  }

  /** How many conversations or contacts bear it; none where there is no such thing. */
  async usageOf(customerId: string, id: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `select u.count from catalogue.usage u join catalogue.mark m on m.id = u.mark_id
        where m.customer_id = $1 and m.id = $2`,
      [customerId, id],
    );
    return rows[0]?.count ?? 0;
  }

  /** Everybody's quick replies and one's own, by title or else text. */
  async quickReplies(customerId: string, userId: string): Promise<QuickReplyResponse[]> {
    const { rows } = await this.database.query<QuickReplyResponse>(
      `select ${replyColumns} from catalogue.quick_reply r
        where r.customer_id = $1 and (r.visibility = 'everybody' or r.owner_id = $2)
        order by lower(coalesce(r.title, r.message)), r.id`,
      [customerId, userId],
    );
    return rows;
  }

  /** @throws NotFound also for what somebody else has for themselves */
  async quickReply(customerId: string, userId: string, id: string): Promise<QuickReplyResponse> {
    const { rows } = await this.database.query<QuickReplyResponse>(
      `select ${replyColumns} from catalogue.quick_reply r
        where r.customer_id = $1 and r.id = $3 and (r.visibility = 'everybody' or r.owner_id = $2)`,
      [customerId, userId, id],
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    return row;
  }
}
