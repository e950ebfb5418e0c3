import {
  idOf,
  type ConversationEvent,
  type DataOf,
  type DomainEvent,
  type RecordedEvent,
  type SmartRouteContent,
  type SmartRouteEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { contentOf } from '../domain/smart-route';
import { foldSharing, sharingDdl } from './sharing.fold';

/**
 * Folds an organisation's rules with all their versions, their possible targets, and the decision for each message.
 */
export const routingView: View = {
  name: 'routing',
  prefixes: [
    ...['smartRoute-', 'smartRouteOrder-', 'conversation-', 'rota-'],
    ...['user-', 'team-', 'tag-', 'label-', 'contactList-', 'channel-'],
  ],
  ddl: `
    create table route (
      id uuid primary key,
      customer_id uuid not null,
      version integer not null,
      content jsonb not null,
      -- Where the log says that it was created: rules that nobody has put into an order stand by it.
      created text collate "C" not null,
      changed_at timestamptz not null,
      changed_by uuid,
      is_deleted boolean not null
    );
    create index route_by_customer on route (customer_id) where not is_deleted;

    create table route_version (
      route_id uuid not null,
      version integer not null,
      customer_id uuid not null,
      content jsonb not null,
      at timestamptz not null,
      by uuid,
      restores integer,
      primary key (route_id, version)
    );

    create table route_order (
      customer_id uuid primary key,
      route_ids jsonb not null
    );

    -- What rules may name and is there: users, teams, tags, labels, lists that hold who is put there, channels.
    create table target (
      id uuid primary key,
      customer_id uuid not null,
      kind text not null
    );
    create index target_by_customer on target (customer_id, kind);

    -- The newest are shown; how often a rule matched is counted apart.
    create table decision (
      conversation_id uuid not null,
      position text collate "C" not null,
      customer_id uuid not null,
      message_id uuid not null,
      at timestamptz not null,
      decision jsonb not null,
      primary key (conversation_id, position)
    );

    create table match_day (
      route_id uuid not null,
      day date not null,
      count integer not null,
      last_at timestamptz not null,
      primary key (route_id, day)
    );
    ${sharingDdl}`,

  async project(events, tx) {
    await foldRoutes(events, tx);
    await foldTargets(events, tx);
    await foldDecisions(events, tx);
    await foldSharing(events, tx);
    return [];
  },
};

interface RouteRow {
  id: string;
  customer_id: string;
  version: number;
  content: SmartRouteContent;
  created: string;
  changed_at: string;
  changed_by: string | null;
  is_deleted: boolean;
}

async function foldRoutes(events: RecordedEvent[], tx: Sql): Promise<void> {
  const said = events.filter(({ stream }) => stream.startsWith('smartRoute-'));
  const ordered = events.filter(({ type }) => type === 'SmartRoutesOrdered');
  if (said.length > 0) {
    const { rows } = await tx.query<RouteRow>('select * from route where id = any($1::uuid[])', [
      [...new Set(said.map(({ stream }) => idOf(stream)))],
    ]);
    const routes = new Map(rows.map((row) => [row.id, row]));
    const versions: object[] = [];
    for (const event of said) {
      const { stream, customerId: customer_id, position, time, actor } = event;
      const fact = event as RecordedEvent & SmartRouteEvent;
      const id = idOf(stream);
      const known = routes.get(id);
      if (fact.type === 'SmartRouteDeleted') {
        if (known) routes.set(id, { ...known, is_deleted: true });
        continue;
      }
      const by = actor.type === 'user' ? actor.id : null;
      const version = (known?.version ?? 0) + 1;
      const content = contentOf(fact.data);
      const created = known?.created ?? position;
      routes.set(id, {
        ...{ id, customer_id, version, content, created },
        ...{ changed_at: time, changed_by: by, is_deleted: false },
      });
      const restores = fact.type === 'SmartRouteRevised' ? fact.data.restores : null;
      versions.push({ route_id: id, version, customer_id, content, at: time, by, restores });
    }
    await upsert(tx, 'route', ['id'], [...routes.values()]);
    await upsert(tx, 'route_version', ['route_id', 'version'], versions);
  }
  const orders = new Map(
    ordered.map(({ stream, data }) => [
      idOf(stream),
      { customer_id: idOf(stream), route_ids: (data as DataOf<'SmartRoutesOrdered'>).routeIds },
    ]),
  );
  await upsert(tx, 'route_order', ['customer_id'], [...orders.values()]);
}

async function foldTargets(events: RecordedEvent[], tx: Sql): Promise<void> {
  const changed = new Map<string, object | null>();
  for (const event of events) {
    const kind = targetAfter(event as RecordedEvent & DomainEvent);
    const id = idOf(event.stream);
    if (kind !== undefined)
      changed.set(id, kind === null ? null : { id, customer_id: event.customerId, kind });
  }
  const there = [...changed.values()].filter((row) => row !== null);
  const gone = [...changed].flatMap(([id, row]) => (row ? [] : [id]));
  await upsert(tx, 'target', ['id'], there);
  if (gone.length > 0) await tx.query('delete from target where id = any($1::uuid[])', [gone]);
}

/** The kind of target that an event creates; null if the event removes the target, undefined if it does neither. */
function targetAfter(event: RecordedEvent & DomainEvent): string | null | undefined {
  switch (event.type) {
    case 'UserAdded':
    case 'UserInvited':
    case 'UserActivated':
      return 'user';
    case 'TeamCreated':
      return 'team';
    case 'TagCreated':
      return 'tag';
    case 'LabelCreated':
      return 'label';
    case 'ChannelConnected':
      return 'channel';
    case 'ContactListAdded':
    case 'ContactListChanged':
      return event.data.conditions ? null : 'list';
    case 'UserDeactivated':
    case 'UserDeleted':
    case 'TeamDeleted':
    case 'TagDeleted':
    case 'LabelDeleted':
    case 'ContactListDeleted':
    case 'ChannelDisconnected':
      return null;
    default:
      return undefined;
  }
}

/** Types of events that create or remove users, teams, tags or labels, to which rules can refer. */
export const targetFacts: readonly string[] = [
  ...['UserAdded', 'UserInvited', 'UserActivated', 'UserDeactivated', 'UserDeleted'],
  ...['TeamCreated', 'TeamDeleted', 'TagCreated', 'TagDeleted', 'LabelCreated', 'LabelDeleted'],
];

async function foldDecisions(events: RecordedEvent[], tx: Sql): Promise<void> {
  let decisions = new Map<string, object>();
  const days = new Map<string, { route_id: string; day: string; count: number; last_at: string }>();
  for (const recorded of events) {
    const event = recorded as RecordedEvent & ConversationEvent;
    const conversation_id = idOf(event.stream);
    if (event.type === 'ConversationDeleted') {
      await upsert(tx, 'decision', ['conversation_id', 'position'], [...decisions.values()]);
      decisions = new Map();
      await tx.query('delete from decision where conversation_id = $1', [conversation_id]);
    }
    if (event.type !== 'ConversationRouted') continue;
    const { messageId: message_id, position, matched } = event.data;
    const { customerId: customer_id, time: at, data: decision } = event;
    decisions.set(`${conversation_id} ${position}`, {
      ...{ conversation_id, position, customer_id, message_id, at, decision },
    });
    for (const { routeId: route_id } of matched) {
      const day = at.slice(0, 10);
      const key = `${route_id} ${day}`;
      const count = (days.get(key)?.count ?? 0) + 1;
      days.set(key, { route_id, day, count, last_at: at });
    }
  }
  await upsert(tx, 'decision', ['conversation_id', 'position'], [...decisions.values()]);
  if (days.size === 0) return;
  await tx.query(
    `insert into match_day as m select * from jsonb_populate_recordset(null::match_day, $1::jsonb)
     on conflict (route_id, day) do update
       set count = m.count + excluded.count, last_at = greatest(m.last_at, excluded.last_at)`,
    [JSON.stringify([...days.values()])],
  );
}
