import {
  idOf,
  type ConversationEvent,
  type RecordedEvent,
  type RotaEvent,
  type RouteShare,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { Sql } from '@parley/platform/database/database';

/** Tables of the view `routing` that teams read to distribute conversations. */
export const sharingDdl = `
    -- Who has each conversation, and what a team that shares it decided last, as long as that stands.
    create table held (
      conversation_id uuid primary key,
      customer_id uuid not null,
      user_id uuid,
      team_id uuid,
      status text not null,
      share jsonb,
      -- It waits for somebody of the team who has room.
      waits boolean not null
    );
    create index held_by_user on held (customer_id, user_id) where status = 'open' and user_id is not null;
    -- Somebody looks every second: what waits in a team, oldest first, and what somebody has by a rule of sharing.
    create index held_waiting on held (team_id, (share ->> 'position'), conversation_id)
      where waits and status = 'open' and team_id is not null;
    create index held_given on held (user_id, (share ->> 'routeId'), (share ->> 'version'), (share ->> 'position'))
      where share is not null and not waits and status = 'open' and user_id is not null;

    -- Whom teams gave what to, by claim.
    create table share (
      claim uuid primary key,
      customer_id uuid not null,
      team_id uuid not null,
      conversation_id uuid not null,
      -- Where the log says so.
      position text collate "C" not null,
      -- Of the message about which the rule was asked.
      message_position text collate "C" not null,
      at timestamptz not null,
      told jsonb not null
    );
    create index share_by_team on share (team_id, position);
    create index share_by_conversation on share (conversation_id);

    -- Which of its streams a team is at.
    create table rota (
      team_id uuid primary key,
      customer_id uuid not null,
      number integer not null
    );
`;

interface HeldRow {
  conversation_id: string;
  customer_id: string;
  user_id: string | null;
  team_id: string | null;
  status: 'open' | 'closed' | 'snoozed';
  share: HeldShare | null;
  waits: boolean;
}

/** A team's decision about a conversation; `userId` is null while the conversation waits for an agent. */
export interface HeldShare {
  claim: string;
  routeId: string;
  version: number;
  teamId: string;
  userId: string | null;
  messageId: string;
  position: string;
}

const holding: readonly string[] = [
  ...['ConversationStarted', 'ConversationRouted', 'ConversationShared', 'ConversationAssigned'],
  ...['ConversationUnassigned', 'ConversationArchived', 'ConversationReopened', 'ConversationDeleted'],
  ...['ConversationSnoozed', 'ConversationWoken'],
];

export async function foldSharing(events: RecordedEvent[], tx: Sql): Promise<void> {
  await foldRotas(events, tx);
  const said = events.filter(({ type }) => holding.includes(type));
  if (said.length === 0) return;
  const ids = [...new Set(said.map(({ stream }) => idOf(stream)))];
  const { rows } = await tx.query<HeldRow>('select * from held where conversation_id = any($1::uuid[])', [
    ids,
  ]);
  const held = new Map<string, HeldRow | null>(rows.map((row) => [row.conversation_id, row]));
  let shares = new Map<string, ShareRow>();
  for (const recorded of said) {
    const event = recorded as RecordedEvent & ConversationEvent;
    const id = idOf(event.stream);
    if (event.type === 'ConversationDeleted') {
      held.set(id, null);
      await upsert(tx, 'share', ['claim'], [...shares.values()]);
      shares = new Map();
      await tx.query('delete from share where conversation_id = $1', [id]);
      continue;
    }
    const share = shareIn(event);
    if (share) shares.set(share.claim, share);
    const row = after(held.get(id) ?? null, event);
    if (row) held.set(id, row);
  }
  await upsert(tx, 'share', ['claim'], [...shares.values()]);
  await upsert(
    tx,
    'held',
    ['conversation_id'],
    [...held.values()].filter((row) => row !== null),
  );
  const gone = [...held].flatMap(([id, row]) => (row ? [] : [id]));
  if (gone.length > 0) await tx.query('delete from held where conversation_id = any($1::uuid[])', [gone]);
}

interface ShareRow {
  claim: string;
  customer_id: string;
  team_id: string;
  conversation_id: string;
  position: string;
  message_position: string;
  at: string;
  told: RouteShare;
}

function shareIn(event: RecordedEvent & ConversationEvent): ShareRow | null {
  const { position, stream, customerId: customer_id, time: at } = event;
  const about = { customer_id, conversation_id: idOf(stream), position, at };
  if (event.type === 'ConversationShared') {
    const { claim, teamId: team_id, position: message_position } = event.data;
    return { claim, team_id, message_position, ...about, told: event.data };
  }
  if (event.type !== 'ConversationRouted' || !event.data.shared) return null;
  const { shared, position: message_position } = event.data;
  return { claim: shared.claim, team_id: shared.teamId, message_position, ...about, told: shared };
}

function after(row: HeldRow | null, event: RecordedEvent & ConversationEvent): HeldRow | null {
  if (event.type === 'ConversationStarted')
    return {
      ...{ conversation_id: idOf(event.stream), customer_id: event.customerId, user_id: null, team_id: null },
      ...{ status: 'open', share: null, waits: false },
    };
  if (!row) return null;
  const shared = (share: HeldShare | null): HeldRow => ({ ...row, share, waits: share?.userId === null });
  switch (event.type) {
    case 'ConversationRouted': {
      const { messageId, position, shared: told, done, left } = event.data;
      const isGiven = [...done, ...left].some(({ what }) => what === 'agent');
      return told && isGiven ? shared(standing({ ...told, messageId, position })) : row;
    }
    case 'ConversationShared':
      return shared(standing(event.data));
    case 'ConversationAssigned': {
      const { userId: user_id, teamId: team_id } = event.data;
      const stands = row.share?.userId === user_id && row.share.teamId === team_id;
      return { ...shared(stands ? row.share : null), user_id, team_id };
    }
    case 'ConversationUnassigned':
      return { ...shared(null), user_id: null, team_id: null };
    case 'ConversationArchived':
      return { ...shared(null), status: 'closed' };
    case 'ConversationReopened':
      return { ...shared(null), status: 'open' };
    case 'ConversationSnoozed':
      return { ...row, status: 'snoozed' };
    case 'ConversationWoken':
      return { ...row, status: 'open' };
    default:
      return row;
  }
}

function standing({ claim, routeId, version, teamId, userId, messageId, position }: HeldShare): HeldShare {
  return { claim, routeId, version, teamId, userId, messageId, position };
}

async function foldRotas(events: RecordedEvent[], tx: Sql): Promise<void> {
  const begun = new Map<string, object>();
  for (const recorded of events) {
    const event = recorded as RecordedEvent & RotaEvent;
    if (event.type !== 'RotaBegun') continue;
    const { teamId: team_id, number } = event.data;
    begun.set(team_id, { team_id, customer_id: event.customerId, number });
  }
  await upsert(tx, 'rota', ['team_id'], [...begun.values()]);
}
