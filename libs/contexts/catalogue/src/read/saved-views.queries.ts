import { Injectable } from '@nestjs/common';
import type { SavedViewResponse } from '@parley/contracts/api/saved-views';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';

const columns = 'v.id, v.name, v.query, v.visibility, v.owner_id as "ownerId"';
const visible = `v.customer_id = $1 and (v.visibility = 'everybody' or v.owner_id = $2)`;

/** Reads saved views, and treats those of other organisations as missing. */
@Injectable()
export class SavedViewQueries {
  constructor(private readonly database: Database) {}

  /** Returns shared views and the private views of the user, by name. */
  async list(customerId: string, userId: string): Promise<SavedViewResponse[]> {
    const { rows } = await this.database.query<SavedViewResponse>(
      `select ${columns} from catalogue.saved_view v where ${visible} order by lower(v.name), v.id`,
      [customerId, userId],
    );
    return rows;
  }

  /** @throws NotFound also for a private view of another user */
  async one(customerId: string, userId: string, id: string): Promise<SavedViewResponse> {
    const { rows } = await this.database.query<SavedViewResponse>(
      `select ${columns} from catalogue.saved_view v where ${visible} and v.id = $3`,
      [customerId, userId, id],
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    return row;
  }
}
