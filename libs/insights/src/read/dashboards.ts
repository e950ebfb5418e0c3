import { Injectable } from '@nestjs/common';
import { graphIds, standardSlots } from '@parley/contracts/api/insight-graphs';
import { Database } from '@parley/platform/database/database';

export interface Whose {
  customerId: string;
  userId: string;
}

/** How each person has arranged their graphs: rows of theirs, and no fact. */
@Injectable()
export class Dashboards {
  constructor(private readonly database: Database) {}

  /** The standard graphs until somebody arranges theirs; a graph that this release does not know leaves its place empty. */
  async find({ customerId, userId }: Whose): Promise<{ slots: (number | null)[]; isArranged: boolean }> {
    const { rows } = await this.database.query<{ slots: (number | null)[] }>(
      'select slots from parley.dashboard where customer_id = $1 and user_id = $2',
      [customerId, userId],
    );
    const [row] = rows;
    if (!row) return { slots: standardSlots(), isArranged: false };
    const slots = row.slots.map((id) => (id !== null && graphIds.includes(id) ? id : null));
    return { slots, isArranged: true };
  }

  async arrange({ customerId, userId }: Whose, slots: (number | null)[]): Promise<void> {
    await this.database.query(
      `insert into parley.dashboard (customer_id, user_id, slots) values ($1, $2, $3)
       on conflict (customer_id, user_id) do update set slots = excluded.slots`,
      [customerId, userId, JSON.stringify(slots)],
    );
  }
}
