import { Injectable } from '@nestjs/common';
import {
  cardSizes,
  graphIds,
  SLOTS,
  standardSlots,
  type CardSize,
} from '@parley/contracts/api/insight-graphs';
import { Database } from '@parley/platform/database/database';

export interface Whose {
  customerId: string;
  userId: string;
}

/** The graphs in order, null for an empty place, and the size of each. */
interface Arrangement {
  slots: (number | null)[];
  sizes: CardSize[];
}

const allSmall = () => Array.from({ length: SLOTS }, (): CardSize => 'small');

/** The users' arrangements of their dashboards: plain rows, not events. */
@Injectable()
export class Dashboards {
  constructor(private readonly database: Database) {}

  /**
   * The user's arrangement, or by default the standard graphs. Graphs that this release does not know become empty
   * places.
   */
  async find({ customerId, userId }: Whose): Promise<Arrangement & { isArranged: boolean }> {
    const { rows } = await this.database.query<{ slots: (number | null)[]; sizes: CardSize[] | null }>(
      'select slots, sizes from parley.dashboard where customer_id = $1 and user_id = $2',
      [customerId, userId],
    );
    const [row] = rows;
    if (!row) return { slots: standardSlots(), sizes: allSmall(), isArranged: false };
    const slots = row.slots.map((id) => (id !== null && graphIds.includes(id) ? id : null));
    const sizes = (row.sizes ?? allSmall()).map((size) => (cardSizes.includes(size) ? size : 'small'));
    return { slots, sizes, isArranged: true };
  }

  async arrange({ customerId, userId }: Whose, { slots, sizes }: Arrangement): Promise<void> {
    await this.database.query(
      `insert into parley.dashboard (customer_id, user_id, slots, sizes) values ($1, $2, $3, $4)
       on conflict (customer_id, user_id) do update set slots = excluded.slots, sizes = excluded.sizes`,
      [customerId, userId, JSON.stringify(slots), JSON.stringify(sizes)],
    );
  }
}
