import { idOf, type RecordedEvent, type WebhookDetails, type WebhookEvent } from '@parley/contracts/events';
import type { WebhookState } from '@parley/contracts/api/webhooks';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';

interface WebhookRow {
  id: string;
  customer_id: string;
  url: string;
  events: string[];
  version: number;
  payload: string;
  header_names: string[];
  headers_fingerprint: string;
  hint: string;
  previous_until: string | null;
  state: WebhookState;
  since: string;
  created_at: string;
  position: string;
  resumed: string | null;
}

/** View of the webhooks that are not removed. */
export const webhooksView: View = {
  name: 'webhooks',
  prefixes: ['webhook-'],
  ddl: `
    create table webhook (
      id uuid primary key,
      customer_id uuid not null,
      url text not null,
      events text[] not null,
      version int not null,
      payload text not null,
      header_names text[] not null,
      headers_fingerprint text not null,
      hint text not null,
      previous_until timestamptz,
      state text not null,
      since timestamptz not null,
      created_at timestamptz not null,
      -- Of its creation: what happened before is not delivered by itself.
      position text collate "C" not null,
      -- Where it was told to go on: nothing is sent before what waited is settled up to there.
      resumed text collate "C"
    );
    create index webhook_by_customer on webhook (customer_id);`,

  async project(events, tx) {
    const ids = [...new Set(events.map(({ stream }) => idOf(stream)))];
    const { rows } = await tx.query<WebhookRow>('select * from webhook where id = any($1::uuid[])', [ids]);
    const webhooks = new Map<string, WebhookRow | null>(rows.map((row) => [row.id, row]));
    for (const event of events as (RecordedEvent & WebhookEvent)[]) {
      const id = idOf(event.stream);
      webhooks.set(id, rowAfter(webhooks.get(id) ?? null, id, event));
    }
    await upsert(
      tx,
      'webhook',
      ['id'],
      [...webhooks.values()].filter((row) => row !== null),
    );
    const gone = [...webhooks].flatMap(([id, row]) => (row ? [] : [id]));
    if (gone.length > 0) await tx.query('delete from webhook where id = any($1::uuid[])', [gone]);
    return [];
  },
};

function rowAfter(
  row: WebhookRow | null,
  id: string,
  event: RecordedEvent & WebhookEvent,
): WebhookRow | null {
  if (event.type === 'WebhookCreated') {
    const { hint, ...details } = event.data;
    return {
      ...{ id, customer_id: event.customerId, hint, previous_until: null, state: 'active' },
      ...{ since: event.time, created_at: event.time, position: event.position, resumed: null },
      ...columnsOf(details),
    };
  }
  if (!row) return null;
  switch (event.type) {
    case 'WebhookChanged':
      return { ...row, ...columnsOf(event.data) };
    case 'WebhookRotated':
      return { ...row, hint: event.data.hint, previous_until: event.data.previousUntil };
    case 'WebhookPaused':
      return { ...row, state: 'paused', since: event.time };
    case 'WebhookSwitchedOff':
      return { ...row, state: event.data.cause, since: event.time };
    case 'WebhookResumed':
      return { ...row, state: 'active', since: event.time, resumed: event.position };
    case 'WebhookRemoved':
      return null;
  }
}

function columnsOf({ url, events, version, payload, headerNames, headersFingerprint }: WebhookDetails) {
  return {
    ...{ url, events, version, payload },
    ...{ header_names: headerNames, headers_fingerprint: headersFingerprint },
  };
}
