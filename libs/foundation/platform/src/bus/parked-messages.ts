import { Injectable } from '@nestjs/common';
import { keepable } from '@parley/contracts/rules/plain-text';
import { Database } from '../database/database';
import type { Bus, BusMessage, DeliveredMessage, GroupLag } from './bus';

export interface ParkedMessage extends BusMessage {
  parkedId: string;
  topic: string;
  group: string;
  partition: number;
  offset: string;
  /** Null if the message names no organisation. */
  customerId: string | null;
  error: string;
  parkedAt: Date;
}

/** Restricts a call to one organisation. Undefined: all organisations, for operators. */
export interface ParkedScope {
  customerId?: string;
}

/** The dead letters of all engines of the bus. */
@Injectable()
export class ParkedMessages {
  constructor(private readonly database: Database) {}

  /** Stores a dead letter; parking the same message again is a no-op. */
  async park(topic: string, group: string, message: DeliveredMessage, error: string): Promise<void> {
    const { partition, offset, key, id, value, headers } = message;
    await this.database.query(
      `insert into bus.parked (topic, grp, partition, "offset", key, id, value, headers, error, customer_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
      [
        topic,
        group,
        partition,
        offset,
        keepable(key),
        keepable(id),
        value,
        JSON.stringify(headers),
        keepable(error),
        customerOf(value),
      ],
    );
  }

  /** @returns dead letters, oldest first */
  async list({ customerId }: ParkedScope = {}, limit = 1000): Promise<ParkedMessage[]> {
    return this.select('$1::text is null or customer_id = $1', [customerId ?? null, limit], '$2');
  }

  /** @returns the ids of all dead letters, oldest first */
  async ids(): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      'select parked_id as id from bus.parked order by parked_at, parked_id',
    );
    return rows.map(({ id }) => id);
  }

  async find(parkedId: string, { customerId }: ParkedScope = {}): Promise<ParkedMessage | undefined> {
    const [found] = await this.select(
      'parked_id::text = $1 and ($2::text is null or customer_id = $2)',
      [parkedId, customerId ?? null],
      '1',
    );
    return found;
  }

  async count(): Promise<GroupLag[]> {
    const { rows } = await this.database.query<GroupLag>(
      'select topic, grp as "group", count(*)::float as count from bus.parked group by topic, grp',
    );
    return rows;
  }

  /** Counts an organisation's dead letters whose error begins with `error`, up to `most`. */
  async countLike(
    { customerId, error }: { customerId: string; error: string },
    most: number,
  ): Promise<number> {
    const { rowCount } = await this.database.query(
      'select from bus.parked where customer_id = $1 and starts_with(error, $2) limit $3',
      [customerId, error, most],
    );
    return rowCount ?? 0;
  }

  /** @returns false if there is no such message */
  async drop(parkedId: string, { customerId }: ParkedScope = {}): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'delete from bus.parked where parked_id::text = $1 and ($2::text is null or customer_id = $2)',
      [parkedId, customerId ?? null],
    );
    return rowCount === 1;
  }

  /**
   * Publishes a message again under its key and id, and deletes it once the bus has stored it. A crash in between
   * leaves it both published and parked; consumers skip the repetition by its id. The message is handled after newer
   * messages of its key.
   * @returns false if there is no such message
   */
  async retry(bus: Bus, parkedId: string, scope: ParkedScope = {}): Promise<boolean> {
    const message = await this.find(parkedId, scope);
    if (!message) return false;
    const { topic, key, id, value, headers } = message;
    await bus.publish(topic, [{ key, id, value, headers }]);
    await this.drop(parkedId, scope);
    return true;
  }

  private async select(condition: string, values: unknown[], limit: string): Promise<ParkedMessage[]> {
    const { rows } = await this.database.query<ParkedMessage>(
      `select parked_id as "parkedId", topic, grp as "group", partition, "offset", key, id, value, headers,
              customer_id as "customerId", error, parked_at as "parkedAt"
       from bus.parked where ${condition} order by parked_at, parked_id limit ${limit}`,
      values,
    );
    return rows;
  }
}

/**
 * @returns the organisation that the JSON of a message names; null without one, so that only an operator sees the
 * message
 */
function customerOf(value: Buffer): string | null {
  try {
    const { customerId } = JSON.parse(value.toString('utf8')) as { customerId?: unknown };
    return typeof customerId === 'string' ? keepable(customerId) : null;
  } catch {
    return null;
  }
}
