import { idOf, type MessageEvent, type RecordedEvent, type StatusReason } from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';

const ddl = `
  create table health (
    channel_id uuid primary key,
    customer_id uuid not null,
    last_inbound_at timestamptz,
    last_outbound_at timestamptz,
    last_error jsonb
  );

  -- Outgoing messages of which more may be said: later facts do not name the channel.
  create table outgoing (
    message_id uuid primary key,
    channel_id uuid not null
  );
`;

/** Timestamps travel as ISO 8601 text in both directions. */
export interface HealthRow {
  channel_id: string;
  customer_id: string;
  last_inbound_at: string | null;
  last_outbound_at: string | null;
  last_error: HealthError | null;
}

export interface HealthError {
  at: string;
  reason: StatusReason;
  providerCode: string | null;
  detail: string | null;
}

type Told = RecordedEvent & MessageEvent;

/** When something last came and went on each channel, and what last went wrong. */
export const channelHealthView: View = {
  name: 'channel_health',
  prefixes: ['message-'],
  ddl,

  async project(events, tx) {
    const told = events as Told[];
    const channelOf = await channelsOf(told, tx);
    const named = told.flatMap((event) => (namesChannel(event) ? event.data.channelId : []));
    const rows = await load(new Set([...channelOf.values(), ...named]), tx);
    for (const event of told) {
      const id = idOf(event.stream);
      if (event.type === 'MessageQueued') channelOf.set(id, event.data.channelId);
      const channel = event.type === 'MessageReceived' ? event.data.channelId : channelOf.get(id);
      // As far as it was known before the event, wherever the batch began.
      if (isSettled(event)) channelOf.delete(id);
      if (!channel) continue;
      const row = rows.get(channel) ?? blank(channel, event.customerId);
      if (apply(event, row)) rows.set(channel, row);
    }
    await upsert(tx, 'health', ['channel_id'], [...rows.values()]);
    await keepOutgoing(told, tx);
    return [];
  },
};

/** @returns whether the event says anything of the channel's health */
function apply(event: Told, row: HealthRow): boolean {
  switch (event.type) {
    case 'MessageReceived':
      row.last_inbound_at = later(row.last_inbound_at, event.time);
      return true;
    case 'MessageSent':
      row.last_outbound_at = later(row.last_outbound_at, event.time);
      return true;
    case 'MessageDeclined': {
      const { reason, providerCode, detail } = event.data;
      if (row.last_error && isBefore(event.time, row.last_error.at)) return false;
      row.last_error = {
        at: event.time,
        reason,
        providerCode: providerCode ?? null,
        detail: detail ?? null,
      };
      return true;
    }
    default:
      return false;
  }
}

/** Messages are not recorded in the order of their times: one that waited is older than what is known already. */
function later(known: string | null, time: string): string {
  return known !== null && isBefore(time, known) ? known : time;
}

/** Compares moments, since the database writes its times with an offset and the log with a Z. */
function isBefore(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}

/** The channels of messages of which the batch says how they fared, as far as they are known before it. */
async function channelsOf(events: Told[], tx: Sql): Promise<Map<string, string>> {
  const ids = events.filter(isOutcome).map(({ stream }) => idOf(stream));
  const known = new Map<string, string>();
  if (ids.length > 0) {
    const { rows } = await tx.query<{ message_id: string; channel_id: string }>(
      'select message_id, channel_id from outgoing where message_id = any($1::uuid[])',
      [ids],
    );
    for (const row of rows) known.set(row.message_id, row.channel_id);
  }
  return known;
}

async function load(channelIds: Set<string>, tx: Sql): Promise<Map<string, HealthRow>> {
  if (channelIds.size === 0) return new Map();
  const { rows } = await tx.query<{ row: HealthRow }>(
    'select to_jsonb(h) as row from health h where channel_id = any($1::uuid[])',
    [[...channelIds]],
  );
  return new Map(rows.map(({ row }) => [row.channel_id, row]));
}

/** Nothing that counts here is said of a message once it has arrived or failed. */
async function keepOutgoing(events: Told[], tx: Sql): Promise<void> {
  // What is said last holds: null where nothing more counts.
  const channelOf = new Map<string, string | null>();
  for (const event of events) {
    if (event.type === 'MessageQueued') channelOf.set(idOf(event.stream), event.data.channelId);
    else if (isSettled(event)) channelOf.set(idOf(event.stream), null);
  }
  const rows = [...channelOf].flatMap(([message_id, channel_id]) =>
    channel_id === null ? [] : { message_id, channel_id },
  );
  await upsert(tx, 'outgoing', ['message_id'], rows);
  const settled = [...channelOf].flatMap(([id, channelId]) => (channelId === null ? id : []));
  if (settled.length === 0) return;
  await tx.query('delete from outgoing where message_id = any($1::uuid[])', [settled]);
}

function namesChannel(
  event: Told,
): event is Told & Extract<MessageEvent, { type: 'MessageReceived' | 'MessageQueued' }> {
  return event.type === 'MessageReceived' || event.type === 'MessageQueued';
}

function isOutcome({ type }: Told): boolean {
  return type === 'MessageSent' || type === 'MessageDeclined';
}

function isSettled({ type }: Told): boolean {
  return type === 'MessageDelivered' || type === 'MessageRead' || type === 'MessageDeclined';
}

function blank(channel_id: string, customer_id: string): HealthRow {
  return { channel_id, customer_id, last_inbound_at: null, last_outbound_at: null, last_error: null };
}
