import {
  idOf,
  type ChannelEvent,
  type MessageEvent,
  type ReadingStopped,
  type RecordedEvent,
  type StatusReason,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';

const ddl = `
  create table health (
    channel_id uuid primary key,
    customer_id uuid not null,
    last_inbound_at timestamptz,
    last_outbound_at timestamptz,
    last_error jsonb,
    -- Since when each code of the provider was met, of those met since something was last sent.
    failing jsonb not null,
    -- Why and since when its mailbox is not being read; null: it is.
    stopped jsonb,
    -- How many messages failed in each minute of the hour before the last failure.
    failures jsonb not null
  );

  -- Outgoing messages of which more may be said: later facts do not name the channel.
  create table outgoing (
    message_id uuid primary key,
    channel_id uuid not null
  );
`;

/** All timestamps are ISO 8601 text, when read and when written. */
export interface HealthRow {
  channel_id: string;
  customer_id: string;
  last_inbound_at: string | null;
  last_outbound_at: string | null;
  last_error: HealthError | null;
  /** Start of each current failure by provider code, ISO 8601. */
  failing: Record<string, string>;
  stopped: StoppedReading | null;
  /** Number of failures by minute, ISO 8601 UTC. */
  failures: Record<string, number>;
}

/** `since`: when reading stopped, ISO 8601. */
export type StoppedReading = ReadingStopped & { since: string };

export interface HealthError {
  at: string;
  reason: StatusReason;
  providerCode: string | null;
  detail: string | null;
}

type Told = RecordedEvent & MessageEvent;
/** Events after which a channel may work again. */
type Mended = RecordedEvent &
  Extract<ChannelEvent, { type: 'ChannelConnected' | 'ChannelCredentialsChanged' }>;
type Reading = RecordedEvent &
  Extract<ChannelEvent, { type: 'ChannelReadingStopped' | 'ChannelReadingResumed' }>;

const HOUR_MS = 3_600_000;
/** Maximum number of failure codes per channel; an account rarely has more at once. */
const MAX_CODES = 50;

/** Per channel: the last inbound and outbound message, the last error, and the number of recent failures. */
export const channelHealthView: View = {
  name: 'channel_health',
  prefixes: ['channel-', 'message-'],
  gatherMs: 1_000,
  ddl,

  async project(events, tx) {
    const told = events.filter(isOfMessage);
    const mended = events.filter(isMended);
    const channelOf = await channelsOf(told, tx);
    const named = [
      ...told.flatMap((event) => (namesChannel(event) ? event.data.channelId : [])),
      ...[...mended, ...events.filter(isReading)].map(({ stream }) => idOf(stream)),
    ];
    const rows = await load(new Set([...channelOf.values(), ...named]), tx);
    for (const event of events) {
      if (isMended(event)) mendAll(rows.get(idOf(event.stream)), event.time);
      if (isReading(event)) noteReading(event, rows);
      if (!isOfMessage(event)) continue;
      const id = idOf(event.stream);
      if (event.type === 'MessageQueued') channelOf.set(id, event.data.channelId);
      const channel = event.type === 'MessageReceived' ? event.data.channelId : channelOf.get(id);
      // The channel was looked up before, so this event still counts, but later ones about the message do not.
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

/**
 * Applies an event to a row.
 * @returns whether the event affects the channel's health
 */
function apply(event: Told, row: HealthRow): boolean {
  switch (event.type) {
    case 'MessageReceived':
      row.last_inbound_at = later(row.last_inbound_at, event.time);
      return true;
    case 'MessageSent':
      row.last_outbound_at = later(row.last_outbound_at, event.time);
      mend(row, event.time);
      return true;
    case 'MessageDeclined': {
      const { reason, providerCode, detail } = event.data;
      countFailure(row, event.time);
      if (providerCode) meetCode(row, providerCode, event.time);
      if (row.last_error && isBefore(event.time, row.last_error.at)) return true;
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

function mendAll(row: HealthRow | undefined, time: string): void {
  mend(row, time);
  if (row) row.stopped = null;
}

function noteReading(event: Reading, rows: Map<string, HealthRow>): void {
  const id = idOf(event.stream);
  const row = rows.get(id) ?? blank(id, event.customerId);
  row.stopped = event.type === 'ChannelReadingStopped' ? { ...event.data, since: event.time } : null;
  rows.set(id, row);
}

/** Removes the failures that began before a time at which a message was sent or the credentials were replaced. */
function mend(row: HealthRow | undefined, time: string): void {
  if (!row) return;
  row.failing = Object.fromEntries(Object.entries(row.failing).filter(([, since]) => isBefore(time, since)));
}

function meetCode(row: HealthRow, code: string, time: string): void {
  // A message that was sent after the failure proves that the failure is over.
  if (row.last_outbound_at !== null && isBefore(time, row.last_outbound_at)) return;
  const since = row.failing[code];
  if (since !== undefined && !isBefore(time, since)) return;
  if (since === undefined && Object.keys(row.failing).length >= MAX_CODES) return;
  row.failing = { ...row.failing, [code]: time };
}

function countFailure(row: HealthRow, time: string): void {
  const minute = new Date(Math.floor(Date.parse(time) / 60_000) * 60_000).toISOString();
  const failures = { ...row.failures, [minute]: (row.failures[minute] ?? 0) + 1 };
  const newest = Math.max(...Object.keys(failures).map((each) => Date.parse(each)));
  const isRecent = ([each]: [string, number]) => newest - Date.parse(each) <= HOUR_MS;
  row.failures = Object.fromEntries(Object.entries(failures).filter(isRecent));
}

/** The later of two times. Messages are not recorded in the order of their times: one that waited may be older. */
function later(known: string | null, time: string): string {
  return known !== null && isBefore(time, known) ? known : time;
}

/** Compares parsed times, since the database writes them with an offset and the log with a Z. */
function isBefore(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}

/** The channels of messages whose outcome is in the batch, if known before it. */
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

/**
 * Stores the channels of messages on their way; those that arrived or failed are removed, since later events about
 * them do not count.
 */
async function keepOutgoing(events: Told[], tx: Sql): Promise<void> {
  // Null: the message is settled. The last event of the batch decides.
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

function isOfMessage(event: RecordedEvent): event is Told {
  return event.stream.startsWith('message-');
}

function isMended(event: RecordedEvent): event is Mended {
  return event.type === 'ChannelConnected' || event.type === 'ChannelCredentialsChanged';
}

function isReading(event: RecordedEvent): event is Reading {
  return event.type === 'ChannelReadingStopped' || event.type === 'ChannelReadingResumed';
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
  const never = { last_inbound_at: null, last_outbound_at: null, last_error: null };
  return { channel_id, customer_id, ...never, failing: {}, failures: {}, stopped: null };
}
