import { Injectable } from '@nestjs/common';
import type { MarkResponse } from '@parley/contracts/api/catalogue';
import type { MarkKind } from '@parley/read-kit/marks';
import { Database } from '@parley/platform/database/database';

/** Reads tags and labels, and treats those of other organisations as missing. */
@Injectable()
export class MarkQueries {
  constructor(private readonly database: Database) {}

  /** Returns tags or labels by name, each with the number of conversations or contacts that have it. */
  async list(customerId: string, kind: MarkKind): Promise<MarkResponse[]> {
    const { rows } = await this.database.query<MarkResponse>(
      `select m.id, m.name, m.colour, coalesce(u.count, 0) as usage
         from catalogue.mark m left join catalogue.usage u on u.mark_id = m.id
        where m.customer_id = $1 and m.kind = $2 and m.stands_for = m.id and not m.is_deleted
        order by lower(m.name), m.id`,
      [customerId, kind],
    );
    return rows;
  }

  /** @returns number of conversations or contacts that have the mark; 0 if the mark does not exist */
  async usageOf(customerId: string, id: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `select u.count from catalogue.usage u join catalogue.mark m on m.id = u.mark_id
        where m.customer_id = $1 and m.id = $2`,
      [customerId, id],
    );
    return rows[0]?.count ?? 0;
  }
}
