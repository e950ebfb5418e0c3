import {
  idOf,
  type ChannelEvent,
  type ChannelSetUp,
  type CustomerEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { channelAfter } from '@parley/contracts/rules/channel-set-up';
import { rememberErased } from '@parley/read-kit/erased';
import { write } from '@parley/event-sourcing/projection/fold-sql';
import { MarksFold } from '@parley/read-kit/marks';
import { projectMerges } from '@parley/read-kit/merged';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import type { ChannelHours, ConversationState, Gone } from '../domain/conversation-counting';
import { hourRows, InsightsFold, isLoss, isWritten } from './insights.fold';
import { insightsDdl, insightsIndexes, type FactRow, type HourRow } from './insights.rows';

/**
 * Folds all counted facts and their sums by the hour. Pushes nothing, since dashboards poll. Gathers events, so that
 * each message costs little.
 */
export const insightsView: View = {
  name: 'insights',
  prefixes: ['conversation-', 'message-', 'contact-', 'channel-', 'tag-', 'customer-'],
  ddl: insightsDdl,
  indexes: insightsIndexes,
  gatherMs: 1_000,

  async project(events, tx) {
    const marks = new MarksFold();
    for (const event of events) {
      if (event.stream.startsWith('tag-')) marks.apply(event);
      if (event.stream.startsWith('customer-')) await projectOrganisation(event, tx);
    }
    await marks.saveMarks(tx);
    await projectMerges(events, tx);
    await rememberErased(events, tx);

    const channels = await channelsOf(events, tx);
    const conversationOf = await lostMessages(events, tx);
    const fold = new InsightsFold(await statesOf(events, conversationOf, tx), conversationOf, channels.hours);
    for (const event of events) {
      if (event.stream.startsWith('channel-')) channels.apply(event as RecordedEvent & ChannelEvent);
      else fold.apply(event);
    }
    await channels.save(tx);

    const removed = await removeFacts(fold.removed, tx);
    const added = fold.factRows();
    await upsert(tx, 'conversation', ['id'], fold.conversationRows());
    await upsert(tx, 'fact', ['source_id', 'number', 'measure'], added, { isPlain: true });
    await addHours(hourRows(added, removed), tx);
    return [];
  },
};

async function statesOf(
  events: RecordedEvent[],
  conversationOf: ReadonlyMap<string, string>,
  tx: Sql,
): Promise<Map<string, ConversationState>> {
  const ids = new Set(conversationOf.values());
  for (const event of events) {
    if (event.stream.startsWith('conversation-')) ids.add(idOf(event.stream));
    else if (isWritten(event)) ids.add(event.data.conversationId);
  }
  if (ids.size === 0) return new Map();
  const { rows } = await tx.query<{ id: string; state: ConversationState }>(
    'select id, state from conversation where id = any($1::uuid[])',
    [[...ids]],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** The conversations of messages that were counted before and are invalidated now. */
async function lostMessages(events: RecordedEvent[], tx: Sql): Promise<Map<string, string>> {
  const ids = events.filter(isLoss).map(({ stream }) => idOf(stream));
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; conversation_id: string }>(
    `select source_id as id, conversation_id from fact where source_id = any($1::uuid[]) and measure = 'message_out'`,
    [ids],
  );
  return new Map(rows.map(({ id, conversation_id }) => [id, conversation_id]));
}

async function removeFacts(gone: Gone[], tx: Sql): Promise<FactRow[]> {
  if (gone.length === 0) return [];
  const { rows } = await tx.query<{ fact: FactRow }>(
    `with gone as (
       delete from fact f using unnest($1::uuid[], $2::integer[], $3::text[]) as g (source_id, number, measure)
        where f.source_id = g.source_id and (g.number is null or f.number = g.number)
          and (g.measure is null or f.measure = g.measure)
        returning f.*)
     select to_jsonb(gone) as fact from gone`,
    [
      gone.map(({ sourceId }) => sourceId),
      gone.map(({ number }) => number ?? null),
      gone.map(({ measure }) => measure ?? null),
    ],
  );
  return rows.map(({ fact }) => fact);
}

async function addHours(told: HourRow[], tx: Sql): Promise<void> {
  // Skips sums that the same batch added and removed.
  const rows = told.filter(({ n, total }) => n !== 0 || total !== 0);
  if (rows.length === 0) return;
  await write(tx, {
    table: 'hourly',
    text: `insert into hourly as h select * from json_populate_recordset(null::hourly, $1::json)
      on conflict (customer_id, measure, hour, channel_id, user_id, team_id)
      do update set n = h.n + excluded.n, total = h.total + excluded.total`,
    values: [JSON.stringify(rows)],
  });
  const less = rows.filter(({ n }) => n < 0);
  if (less.length === 0) return;
  await tx.query(
    `delete from hourly h using jsonb_populate_recordset(null::hourly, $1::jsonb) as less
      where (h.customer_id, h.measure, h.hour, h.channel_id, h.user_id, h.team_id) =
            (less.customer_id, less.measure, less.hour, less.channel_id, less.user_id, less.team_id)
        and h.n = 0 and h.total = 0`,
    [JSON.stringify(less)],
  );
}

/** Returns the channels that occur in a batch, as they were before it; folding updates them with each event. */
async function channelsOf(events: RecordedEvent[], tx: Sql) {
  const ids = new Set<string>();
  for (const event of events) {
    if (event.stream.startsWith('channel-')) ids.add(idOf(event.stream));
    else if (isWritten(event)) ids.add(event.data.channelId);
  }
  const { rows } =
    ids.size === 0
      ? { rows: [] }
      : await tx.query<{ id: string; set_up: ChannelSetUp }>(
          'select id, set_up from channel where id = any($1::uuid[])',
          [[...ids]],
        );
  const setUps = new Map(rows.map((row): [string, ChannelSetUp] => [row.id, row.set_up]));
  const hours = new Map([...setUps].map(([id, setUp]) => [id, hoursOf(setUp)]));
  const changed = new Map<string, string>();
  return {
    hours,
    apply(event: RecordedEvent & ChannelEvent) {
      const id = idOf(event.stream);
      const after = channelAfter(setUps.get(id) ?? null, event);
      if (!after) return;
      setUps.set(id, after);
      hours.set(id, hoursOf(after));
      changed.set(id, event.customerId);
    },
    save: (sql: Sql) =>
      upsert(
        sql,
        'channel',
        ['id'],
        [...changed].map(([id, customer_id]) => {
          const set_up = setUps.get(id)!;
          const { platform, isConnected: is_connected, settings } = set_up;
          return { id, customer_id, name: settings.name, platform, is_connected, set_up };
        }),
      ),
  };
}

function hoursOf({ platform, settings: { businessHours, closingDates } }: ChannelSetUp): ChannelHours {
  return { isWhatsApp: platform === 'whatsapp', opening: { businessHours, closingDates } };
}

async function projectOrganisation(recorded: RecordedEvent, tx: Sql): Promise<void> {
  const event = recorded as RecordedEvent & CustomerEvent;
  if (event.type !== 'CustomerSettingChanged') return;
  const { name, value } = event.data;
  if (name !== 'timeZone' && name !== 'comparesAgents') return;
  const row = {
    time_zone: 'UTC',
    compares_agents: true,
    ...(name === 'timeZone' ? { time_zone: value } : { compares_agents: value }),
  };
  const column = name === 'timeZone' ? 'time_zone' : 'compares_agents';
  await tx.query(
    `insert into organisation values ($1, $2, $3) on conflict (customer_id) do update set ${column} = excluded.${column}`,
    [event.customerId, row.time_zone, row.compares_agents],
  );
}
