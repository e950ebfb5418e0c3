import { Injectable } from '@nestjs/common';
import {
  MAX_COUNTED,
  type WebhookAttempt,
  type WebhookDeliveriesResponse,
  type WebhookDeliveryDetailResponse,
  type WebhookDeliveryResponse,
  type WebhookResponse,
} from '@parley/contracts/api/webhooks';
import type { WebhookPayload } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { Answers } from '../delivery/answers';
import { DeliveryBody } from '../delivery/delivery-body';

const PAGE = 50;
const MAX_ATTEMPTS = 20;

const deliveryColumns = `d.event_id as id, d.event, d.occurred_at as "occurredAt", d.position, d.state, d.attempts,
  case when d.state = 'waiting' then d.next_at end as "nextAt", d.status, d.last_at as "lastAt",
  d.duration_ms as "durationMs"`;

interface DetailRow extends WebhookDeliveryResponse {
  [column: string]: unknown;
  stream: string | null;
  version: number | null;
  contactId: string | null;
  url: string;
  payload: WebhookPayload;
  headerNames: string[];
}

/** Reads webhooks and their delivery logs. */
@Injectable()
export class WebhookQueries {
  constructor(
    private readonly database: Database,
    private readonly body: DeliveryBody,
    private readonly answers: Answers,
  ) {}

  /** @param now ISO 8601; secrets whose time has ended by then are left out */
  async list(customerId: string, now: string): Promise<WebhookResponse[]> {
    const { rows } = await this.database.query<WebhookResponse & { [column: string]: unknown }>(
      `select w.id, w.url, w.events, w.version, w.payload, w.header_names as "headerNames", w.hint, w.state,
          w.state = 'active' as enabled, w.created_at as "createdAt", w.since,
          case when w.previous_until > $2 then w.previous_until end as "previousUntil",
          (select count(*)::int from (
             select from parley.webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting' limit $3) d) as waiting,
          e.failing_since as "failingSince"
         from webhooks.webhook w left join parley.webhook_endpoint e on e.webhook_id = w.id
        where w.customer_id = $1 order by w.url, w.id`,
      [customerId, now, MAX_COUNTED],
    );
    return rows;
  }

  async count(customerId: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*)::int as count from webhooks.webhook where customer_id = $1',
      [customerId],
    );
    return rows[0]?.count ?? 0;
  }

  /** @throws NotFound */
  async require(customerId: string, id: string): Promise<void> {
    const { rows } = await this.database.query(
      'select from webhooks.webhook where customer_id = $1 and id = $2',
      [customerId, id],
    );
    if (rows.length === 0) throw new NotFound();
  }

  /** @param filter.state a state, or `failed` for deliveries whose last attempt failed */
  async deliveries(
    customerId: string,
    webhookId: string,
    { state, before }: { state?: string; before?: string },
  ): Promise<WebhookDeliveriesResponse> {
    const { rows } = await this.database.query<WebhookDeliveryResponse & { [column: string]: unknown }>(
      `select ${deliveryColumns} from parley.webhook_delivery d
        where d.customer_id = $1 and d.webhook_id = $2 and ($3::text is null or d.position < $3)
          and ($4::text is null or d.state = $4
               or ($4 = 'failed' and d.attempts > 0 and d.state in ('waiting', 'given-up')))
        order by d.position desc, d.event_id limit ${PAGE + 1}`,
      [customerId, webhookId, before ?? null, state ?? null],
    );
    const data = rows.slice(0, PAGE);
    return { data, next: rows.length > PAGE ? data.at(-1)!.position : null };
  }

  /** @throws NotFound */
  async delivery(
    customerId: string,
    webhookId: string,
    eventId: string,
  ): Promise<WebhookDeliveryDetailResponse> {
    const { rows } = await this.database.query<DetailRow>(
      `select ${deliveryColumns}, d.stream, d.version, d.contact_id as "contactId", w.url, w.payload,
          w.header_names as "headerNames"
         from parley.webhook_delivery d join webhooks.webhook w on w.id = d.webhook_id
        where d.customer_id = $1 and d.webhook_id = $2 and d.event_id = $3`,
      [customerId, webhookId, eventId],
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    const { stream, version, contactId, url, payload, headerNames, ...delivery } = row;
    const delivered = { event_id: eventId, customer_id: customerId, event: row.event, stream, version };
    const body = await this.body.of({ ...delivered, occurred_at: new Date(row.occurredAt) }, payload);
    const headers = {
      ...Object.fromEntries(headerNames.map((name) => [name, '…'])),
      ...{ 'content-type': 'application/json', 'webhook-id': eventId },
      ...{ 'webhook-timestamp': '…', 'webhook-signature': 'v1,…' },
    };
    const history = await this.attempts({ customerId, webhookId, eventId, contactId });
    return { ...(delivery as WebhookDeliveryResponse), request: { url, headers, body }, history };
  }

  private async attempts(of: {
    customerId: string;
    webhookId: string;
    eventId: string;
    contactId: string | null;
  }): Promise<WebhookAttempt[]> {
    const { rows } = await this.database.query<WebhookAttempt & { [column: string]: unknown }>(
      `select number, at, duration_ms as "durationMs", status, error, answer from parley.webhook_attempt
        where webhook_id = $1 and event_id = $2 order by number desc limit ${MAX_ATTEMPTS}`,
      [of.webhookId, of.eventId],
    );
    return Promise.all(
      rows.reverse().map(async (row) => ({
        ...row,
        answer: await this.answers.open({ ...of, number: row.number }, row.answer),
      })),
    );
  }
}
