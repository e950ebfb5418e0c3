import {
  idOf,
  type ChannelEvent,
  type ContactEvent,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
  type TeamEvent,
  type UserEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { Change, View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { InboxFold } from './inbox.fold';
import { inboxDdl, type ConversationRow } from './inbox.rows';

type InboxEvent = RecordedEvent &
  (ConversationEvent | MessageEvent | ContactEvent | ChannelEvent | UserEvent | TeamEvent);

/** The conversation lists, their tally, and who may see what. */
export const inboxView: View = {
  name: 'inbox',
  prefixes: ['conversation-', 'message-', 'contact-', 'channel-', 'user-', 'team-'],
  ddl: inboxDdl,

  async project(recorded, tx) {
    const events = recorded as InboxEvent[];
    const fold = await loadFold(events, tx);
    const renamed: Change[] = [];
    const access: Change[] = [];
    for (const event of events) {
      switch (event.type) {
        case 'ContactRegistered':
        case 'ContactIdentified':
          renamed.push(...(await projectContact(event, tx)));
          break;
        case 'ChannelConnected':
          await projectChannel(event, tx);
          access.push(accessChange(event, idOf(event.stream)));
          break;
        case 'UserAdded':
        case 'UserTeamFilterForced':
          await projectViewer(event, tx);
          access.push(accessChange(event, idOf(event.stream)));
          break;
        case 'TeamCreated':
        case 'TeamMemberAdded':
        case 'TeamMemberRemoved':
          await projectTeam(event, tx);
          if (event.type !== 'TeamCreated') access.push(accessChange(event, event.data.userId));
          break;
        default:
          if (event.stream.startsWith('conversation-')) {
            fold.applyConversation(event as RecordedEvent & ConversationEvent);
          } else if (event.stream.startsWith('message-')) {
            fold.applyMessage(event as RecordedEvent & MessageEvent);
          }
      }
    }
    await save(fold, tx);
    const changes = fold.changes();
    const changed = new Set(changes.map((change) => change.id));
    return [...changes, ...renamed.filter((change) => !changed.has(change.id)), ...access];
  },
};

/** Not a row but what somebody may see changed, of a user or through a channel: nothing before and nothing after. */
function accessChange({ position, customerId }: RecordedEvent, id: string): Change {
  return { position, customerId, id, conversationId: id, before: null, after: null };
}

/** Loads the conversations that the events are of, and those whose newest message they amend. */
async function loadFold(events: InboxEvent[], tx: Sql): Promise<InboxFold> {
  const conversationIds = new Set<string>();
  const messageIds = new Set<string>();
  for (const event of events) {
    if (event.stream.startsWith('conversation-')) conversationIds.add(idOf(event.stream));
    if (!event.stream.startsWith('message-')) continue;
    messageIds.add(idOf(event.stream));
    const data = event.data as { conversationId?: string };
    if (data.conversationId) conversationIds.add(data.conversationId);
  }
  if (conversationIds.size + messageIds.size === 0) return new InboxFold([], []);
  const { rows } = await tx.query<{ row: ConversationRow }>(
    `select to_jsonb(c) as row from conversation c where id = any($1::uuid[])
     union select to_jsonb(c) from conversation c where entry_id = any($2::uuid[])`,
    [[...conversationIds], [...messageIds]],
  );
  const conversations = rows.map(({ row }) => withIsoTimes(row));
  const unread = await tx.query<{ conversation_id: string; position: string }>(
    'select conversation_id, position from unread_message where conversation_id = any($1::uuid[])',
    [conversations.map((row) => row.id)],
  );
  return new InboxFold(conversations, unread.rows);
}

/** PostgreSQL writes its own form of a time into JSON; the fold compares ISO 8601 text. */
function withIsoTimes(row: ConversationRow): ConversationRow {
  const iso = (time: string) => new Date(time).toISOString();
  return {
    ...row,
    last_inbound_time: row.last_inbound_time && iso(row.last_inbound_time),
    entry_time: iso(row.entry_time),
    created_at: iso(row.created_at),
  };
}

async function save(fold: InboxFold, tx: Sql): Promise<void> {
  const rows = fold.changedRows();
  if (rows.length === 0) return;
  await upsert(tx, 'conversation', ['id'], rows);
  await tx.query(
    `with wanted as (select * from jsonb_to_recordset($2::jsonb) as w(conversation_id uuid, position text)),
     gone as (
       delete from unread_message u where conversation_id = any($1::uuid[])
          and not exists (select from wanted w where w.conversation_id = u.conversation_id and w.position collate "C" = u.position))
     insert into unread_message select * from wanted on conflict do nothing`,
    [rows.map((row) => row.id), JSON.stringify(fold.unreadPositions())],
  );
  const deltas = fold.tallyDeltas();
  if (deltas.length === 0) return;
  await tx.query(
    `insert into tally as t select * from jsonb_populate_recordset(null::tally, $1::jsonb)
     on conflict (customer_id, status, channel_id, assigned_user_id, assigned_team_id)
     do update set count = t.count + excluded.count, unread = t.unread + excluded.unread`,
    [JSON.stringify(deltas)],
  );
  await tx.query('delete from tally where count = 0 and customer_id = any($1::uuid[])', [
    [...new Set(deltas.map((delta) => delta.customer_id))],
  ]);
}

async function projectContact(
  event: RecordedEvent & Extract<ContactEvent, { type: 'ContactRegistered' | 'ContactIdentified' }>,
  tx: Sql,
): Promise<Change[]> {
  const { name, phone, email, username } = event.data.personal ?? {};
  const id = idOf(event.stream);
  await tx.query(
    `insert into contact as c (id, customer_id, name, phone, email, username) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set name = coalesce(excluded.name, c.name), phone = coalesce(excluded.phone, c.phone),
       email = coalesce(excluded.email, c.email), username = coalesce(excluded.username, c.username)`,
    [id, event.customerId, name, phone, email, username],
  );
  if (event.type === 'ContactRegistered') return [];
  const { rows } = await tx.query<
    Pick<ConversationRow, 'id' | 'channel_id' | 'assigned_user_id' | 'assigned_team_id'>
  >('select id, channel_id, assigned_user_id, assigned_team_id from conversation where contact_id = $1', [
    id,
  ]);
  return rows.map((row) => {
    const access = {
      channelId: row.channel_id,
      assignedUserId: row.assigned_user_id,
      assignedTeamId: row.assigned_team_id,
    };
    const { position, customerId } = event;
    return { position, customerId, id: row.id, conversationId: row.id, before: access, after: access };
  });
}

async function projectChannel(event: RecordedEvent & ChannelEvent, tx: Sql): Promise<void> {
  const { platform, customerCareWindowLength, mandatoryAssign, teamIds, userIds } = event.data;
  await upsert(
    tx,
    'channel',
    ['id'],
    [
      {
        id: idOf(event.stream),
        customer_id: event.customerId,
        platform,
        customer_care_window_length: customerCareWindowLength,
        mandatory_assign: mandatoryAssign,
        team_ids: teamIds,
        user_ids: userIds,
      },
    ],
  );
}

async function projectViewer(
  event: RecordedEvent & Extract<UserEvent, { type: 'UserAdded' | 'UserTeamFilterForced' }>,
  tx: Sql,
): Promise<void> {
  const id = idOf(event.stream);
  if (event.type === 'UserAdded') {
    await tx.query(
      'insert into viewer (user_id, customer_id, role) values ($1, $2, $3) on conflict do nothing',
      [id, event.customerId, event.data.role],
    );
  } else {
    await tx.query(
      'update viewer set enforce_team_filter = $2, enforce_unassigned_chats = $3 where user_id = $1',
      [id, event.data.enforceTeamFilter, event.data.enforceUnassignedChats],
    );
  }
}

async function projectTeam(event: RecordedEvent & TeamEvent, tx: Sql): Promise<void> {
  const id = idOf(event.stream);
  switch (event.type) {
    case 'TeamCreated':
      await upsert(tx, 'team', ['id'], [{ id, customer_id: event.customerId }]);
      break;
    case 'TeamMemberAdded':
      await upsert(tx, 'team_member', ['team_id', 'user_id'], [{ team_id: id, user_id: event.data.userId }]);
      break;
    case 'TeamMemberRemoved':
      await tx.query('delete from team_member where team_id = $1 and user_id = $2', [id, event.data.userId]);
      break;
  }
}
