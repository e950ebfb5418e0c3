import { Injectable } from '@nestjs/common';
import type { PushPayload } from '@parley/contracts/api/push';
import type { RecordedEvent } from '@parley/contracts/events';
import { Database, type Sql } from '@parley/platform/database/database';
import { MasterKey } from '@parley/platform/security/master-key';
import { openText, sealText } from '@parley/platform/security/sealing';

export interface Delivery {
  deviceId: string;
  /** Id of the news: a device gets it at most once. */
  key: string;
  conversationId: string;
  /** Position of the event behind the news; later events may withdraw it. */
  position: string;
  payload: PushPayload;
}

export interface DueDelivery extends Omit<Delivery, 'position'> {
  tries: number;
}

/** Time after which undelivered news are dropped. */
const STALE = '10 minutes';
/** Time for which sent deliveries are remembered, so that none is repeated. */
const REMEMBERED = '1 day';
/** Pushes for a device within this time are sent together. */
const REST = '2 seconds';

@Injectable()
export class PushQueue {
  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('push');
  }

  /**
   * Adds news. News that a device got or is about to get are not added again, unless an earlier event withdrew them.
   * If several deliveries have the same key and device, the latest counts. Runs as one SQL statement.
   */
  async add(deliveries: Delivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await this.database.query(
      `insert into parley.push_delivery as p (device_id, key, conversation_id, position, kind, sealed)
       select distinct on (new.device_id, new.key)
              new.device_id, new.key, new.conversation_id, new.position, 'news', new.sealed
         from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[])
              new (device_id, key, conversation_id, position, sealed)
         join parley.push_device d on d.id = new.device_id
        order by new.device_id, new.key, new.position collate "C" desc
       on conflict (device_id, key) do update
          set position = excluded.position, sealed = excluded.sealed, sent_at = null, closed_at = null,
              created_at = excluded.created_at, due_at = excluded.due_at, tries = 0
        where p.closed_at is not null and p.position < excluded.position`,
      [
        deliveries.map(({ deviceId }) => deviceId),
        deliveries.map(({ key }) => key),
        deliveries.map(({ conversationId }) => conversationId),
        deliveries.map(({ position }) => position),
        deliveries.map((delivery) => this.seal(delivery)),
      ],
    );
  }

  /**
   * Withdraws the news of a conversation from before an event. News of the event itself or later stay, since an event
   * may be handled twice.
   * @param from ids of the users whose devices lose the news; null for all users
   */
  async close(
    { customerId, id, position }: Pick<RecordedEvent, 'customerId' | 'id' | 'position'>,
    conversationId: string,
    from: string[] | null,
  ): Promise<void> {
    const payload: PushPayload = { kind: 'close', tag: conversationId };
    await this.database.query(
      `with closed as (
         update parley.push_delivery p set closed_at = now(), sealed = null, sent_at = coalesce(p.sent_at, now())
           from parley.push_device d
          where d.id = p.device_id and d.customer_id = $1 and ($4::uuid[] is null or d.user_id = any($4::uuid[]))
            and p.conversation_id = $2 and p.kind = 'news' and p.closed_at is null and p.position < $6
          returning p.device_id, p.tries)
       insert into parley.push_delivery (device_id, key, conversation_id, kind, sealed)
       select distinct device_id, $3, $2::uuid, 'close', $5 from closed where tries > 0
       on conflict do nothing`,
      [customerId, conversationId, `close/${id}`, from, this.sealFor(conversationId, payload), position],
    );
  }

  /**
   * Takes the due deliveries of devices whose last push is long enough ago. Taken deliveries count as sent, so each
   * is sent at most once.
   * @returns deliveries by device, oldest first
   */
  async take(tx: Sql, mostDevices: number): Promise<Map<string, DueDelivery[]>> {
    await tx.query(
      `update parley.push_delivery set sent_at = now(), closed_at = now(), sealed = null
        where sent_at is null and created_at < now() - $1::interval`,
      [STALE],
    );
    const { rows } = await tx.query<{
      device_id: string;
      key: string;
      conversation_id: string;
      sealed: string;
      tries: number;
      created_at: Date;
    }>(
      `with ready as (
         select p.device_id from parley.push_delivery p join parley.push_device d on d.id = p.device_id
          where p.sent_at is null and p.due_at <= now()
            and (d.last_push_at is null or d.last_push_at < now() - $2::interval)
          group by p.device_id order by min(p.due_at) limit $1),
       due as (
         select p.device_id, p.key, p.sealed from parley.push_delivery p join ready on ready.device_id = p.device_id
          where p.sent_at is null and p.due_at <= now() order by p.created_at for update of p),
       resting as (
         update parley.push_device set last_push_at = now() where id in (select device_id from ready))
       update parley.push_delivery p set sent_at = now(), tries = p.tries + 1, sealed = null
         from due where p.device_id = due.device_id and p.key = due.key
       returning p.device_id, p.key, p.conversation_id, due.sealed, p.tries, p.created_at`,
      [mostDevices, REST],
    );
    const byDevice = new Map<string, DueDelivery[]>();
    for (const row of rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())) {
      const { device_id: deviceId, key, conversation_id: conversationId, tries } = row;
      const payload = JSON.parse(openText(this.key, row.sealed, conversationId)) as PushPayload;
      const due = byDevice.get(deviceId) ?? [];
      byDevice.set(deviceId, [...due, { deviceId, key, conversationId, payload, tries }]);
    }
    return byDevice;
  }

  /** Puts back deliveries that the push service did not accept. */
  async retry(deliveries: DueDelivery[], afterSeconds: number): Promise<void> {
    await this.database.query(
      `update parley.push_delivery p
          set sent_at = null, sealed = again.sealed, due_at = now() + $4 * interval '1 second'
         from unnest($1::uuid[], $2::text[], $3::text[]) again (device_id, key, sealed)
        where p.device_id = again.device_id and p.key = again.key and p.closed_at is null`,
      [
        deliveries.map(({ deviceId }) => deviceId),
        deliveries.map(({ key }) => key),
        deliveries.map((delivery) => this.seal(delivery)),
        afterSeconds,
      ],
    );
  }

  /** Deletes old deliveries. */
  async sweep(): Promise<void> {
    await this.database.query(`delete from parley.push_delivery where created_at < now() - $1::interval`, [
      REMEMBERED,
    ]);
  }

  private seal({ conversationId, payload }: Pick<Delivery, 'conversationId' | 'payload'>): string {
    return this.sealFor(conversationId, payload);
  }

  private sealFor(conversationId: string, payload: PushPayload): string {
    return sealText(this.key, JSON.stringify(payload), conversationId);
  }
}
