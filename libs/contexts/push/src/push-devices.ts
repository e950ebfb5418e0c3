import { createHmac, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PushDevice } from '@parley/contracts/api/push';
import type { PushDeviceRequest } from '@parley/contracts/api/push.requests';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { MasterKey } from '@parley/platform/security/master-key';
import { openText, sealText } from '@parley/platform/security/sealing';
import { deviceLabel } from './domain/device-label';
import { PushClient, type Subscription } from './push-client';

/** Maximum number of browsers of a user; above it, the one that was subscribed first is removed. */
const MAX_DEVICES = 20;

type Who = Pick<Principal, 'customerId' | 'userId'>;

export interface Listener {
  id: string;
  userId: string;
  language: string;
  timeZone: string;
}

/** The browsers in which users turned notifications on. */
@Injectable()
export class PushDevices {
  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    private readonly client: PushClient,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('push');
  }

  async list({ customerId, userId }: Who): Promise<PushDevice[]> {
    const { rows } = await this.database.query<PushDevice>(
      `select id, label, created_at as "createdAt", last_push_at as "lastPushAt", failure
         from parley.push_device where customer_id = $1 and user_id = $2 order by created_at desc, id`,
      [customerId, userId],
    );
    return rows;
  }

  /**
   * Stores a browser's subscription. The same browser stays the same device, and belongs to the user who subscribed
   * it last.
   * @throws Rejected `push_service_unknown` if the endpoint belongs to no push service
   */
  async subscribe(
    { customerId, userId }: Who,
    request: PushDeviceRequest,
    userAgent: string,
  ): Promise<string> {
    const { endpoint, p256dh, auth, language, timeZone } = request;
    if (!this.client.isAllowed(endpoint)) throw new Rejected('push_service_unknown');
    const hash = createHmac('sha256', this.key).update(endpoint).digest();
    const subscription: Subscription = { endpoint, keys: { p256dh, auth } };
    const sealed = sealText(this.key, JSON.stringify(subscription), hash.toString('hex'));
    return this.database.transaction(async (tx) => {
      // Pending pushes of the browser's previous user are deleted with the device.
      await tx.query('delete from parley.push_device where endpoint_hash = $1 and user_id <> $2', [
        hash,
        userId,
      ]);
      const { rows } = await tx.query<{ id: string }>(
        `insert into parley.push_device (id, customer_id, user_id, endpoint_hash, sealed, label, language, time_zone)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (endpoint_hash) do update set sealed = excluded.sealed, label = excluded.label,
           language = excluded.language, time_zone = excluded.time_zone, failure = null
         returning id`,
        [randomUUID(), customerId, userId, hash, sealed, deviceLabel(userAgent), language, timeZone],
      );
      await tx.query(
        `delete from parley.push_device where id in (
           select id from parley.push_device where customer_id = $1 and user_id = $2
            order by created_at desc, id offset ${MAX_DEVICES})`,
        [customerId, userId],
      );
      return rows[0]!.id;
    });
  }

  /** @throws NotFound if the user has no such device */
  async remove({ customerId, userId }: Who, id: string): Promise<void> {
    const { rowCount } = await this.database.query(
      'delete from parley.push_device where customer_id = $1 and user_id = $2 and id = $3',
      [customerId, userId, id],
    );
    if (rowCount === 0) throw new NotFound();
  }

  /** @throws NotFound if the user has no such device */
  async subscriptionOf(
    { customerId, userId }: Who,
    id: string,
  ): Promise<{ subscription: Subscription; language: string }> {
    const { rows } = await this.database.query<{ sealed: string; endpoint_hash: Buffer; language: string }>(
      `select sealed, endpoint_hash, language from parley.push_device
        where customer_id = $1 and user_id = $2 and id = $3`,
      [customerId, userId, id],
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    return { subscription: this.open(row.sealed, row.endpoint_hash), language: row.language };
  }

  /** The subscription of any device; null if it was removed. */
  async find(id: string): Promise<{ subscription: Subscription; language: string } | null> {
    const { rows } = await this.database.query<{ sealed: string; endpoint_hash: Buffer; language: string }>(
      'select sealed, endpoint_hash, language from parley.push_device where id = $1',
      [id],
    );
    const [row] = rows;
    return row ? { subscription: this.open(row.sealed, row.endpoint_hash), language: row.language } : null;
  }

  private open(sealed: string, hash: Buffer): Subscription {
    return JSON.parse(openText(this.key, sealed, hash.toString('hex'))) as Subscription;
  }

  async listeners(customerId: string): Promise<Listener[]> {
    const { rows } = await this.database.query<Listener>(
      `select id, user_id as "userId", language, time_zone as "timeZone"
         from parley.push_device where customer_id = $1`,
      [customerId],
    );
    return rows;
  }

  /** Returns those organisations that have at least one device. */
  async organisationsWithDevices(customerIds: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ id: string }>(
      `select id from unnest($1::uuid[]) as asked (id)
        where exists (select from parley.push_device d where d.customer_id = asked.id)`,
      [[...new Set(customerIds)]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Records the result of a push; deletes a device that its push service no longer knows. */
  async note(id: string, failure: PushDevice['failure']): Promise<void> {
    if (failure === 'gone') await this.database.query('delete from parley.push_device where id = $1', [id]);
    else {
      await this.database.query(
        'update parley.push_device set failure = $2, last_push_at = coalesce($3, last_push_at) where id = $1',
        [id, failure, failure === null ? new Date() : null],
      );
    }
  }
}
