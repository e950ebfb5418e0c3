import {
  channelAfter,
  idOf,
  type ChannelEvent,
  type ChannelSetUp,
  type CustomerEvent,
  type RecordedEvent,
  type TeamEvent,
  type UserEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { channelsDdl, type ChannelRow, type MemberRow } from './channels.rows';

const goneBy: ReadonlySet<string> = new Set(['TeamDeleted', 'UserDeleted']);

interface Membership {
  team_id: string;
  user_id: string;
  is_member: boolean;
}

/**
 * Folds channels, the team memberships that decide who sees them, possible members, limits on channels, and the time
 * for which an organisation keeps their data.
 */
export const channelsView: View = {
  name: 'channels',
  prefixes: ['channel-', 'customer-', 'team-', 'user-'],
  ddl: channelsDdl,

  async project(events, tx) {
    const channels: (RecordedEvent & ChannelEvent)[] = [];
    const memberships = new Map<string, Membership>();
    const members = new Map<string, MemberRow>();
    const deleted = new Set<string>();
    const limits = new Map<string, Limit>();
    const webChatLimits = new Map<string, number>();
    const retentions = new Map<string, Retention>();
    for (const recorded of events) {
      const event = recorded as RecordedEvent & (ChannelEvent | CustomerEvent | TeamEvent | UserEvent);
      const id = idOf(event.stream);
      if (isChannelEvent(event)) {
        channels.push(event);
        continue;
      }
      if (isCustomerEvent(event)) {
        const limit = limitIn(event, id);
        if (limit) limits.set(`${id}/${limit.is_bird}`, limit);
        if (event.type === 'CustomerSettingChanged' && event.data.name === 'chatwootLimit') {
          webChatLimits.set(id, event.data.value);
        }
        const retention = retentionIn(event, id);
        if (retention) retentions.set(id, retention);
        continue;
      }
      if (goneBy.has(event.type)) deleted.add(id);
      members.set(id, { id, customer_id: event.customerId, is_gone: deleted.has(id) });
      if (event.type === 'TeamMemberAdded' || event.type === 'TeamMemberRemoved') {
        const { userId: user_id } = event.data;
        const is_member = event.type === 'TeamMemberAdded';
        memberships.set(`${id}/${user_id}`, { team_id: id, user_id, is_member });
      }
    }
    await saveMembers([...members.values()], tx);
    await saveChannels(channels, tx);
    await upsert(tx, 'whatsapp_limit', ['customer_id', 'is_bird'], [...limits.values()]);
    const limited = [...webChatLimits].map(([customer_id, most]) => ({ customer_id, most }));
    await upsert(tx, 'web_chat_limit', ['customer_id'], limited);
    await upsert(tx, 'retention', ['customer_id'], [...retentions.values()]);
    await saveMemberships([...memberships.values()], tx);
    if (deleted.size > 0) {
      await tx.query('delete from team_member where team_id = any($1::uuid[])', [[...deleted]]);
    }
    return [];
  },
};

interface Limit {
  customer_id: string;
  is_bird: boolean;
  most: number;
}

function limitIn(event: CustomerEvent, customer_id: string): Limit | null {
  if (event.type !== 'CustomerSettingChanged') return null;
  const { name, value } = event.data;
  if (name === 'embeddedSignupLimit') return { customer_id, is_bird: false, most: value };
  if (name === 'birdEmbeddedSignupLimit') return { customer_id, is_bird: true, most: value };
  return null;
}

interface Retention {
  customer_id: string;
  days: number | null;
}

function retentionIn(event: CustomerEvent, customer_id: string): Retention | null {
  if (event.type !== 'CustomerSettingChanged' || event.data.name !== 'customDataRetentionDays') return null;
  return { customer_id, days: event.data.value === -1 ? null : event.data.value };
}

async function saveChannels(events: (RecordedEvent & ChannelEvent)[], tx: Sql): Promise<void> {
  if (events.length === 0) return;
  const { rows } = await tx.query<ChannelRow>('select * from channel where id = any($1::uuid[])', [
    events.map(({ stream }) => idOf(stream)),
  ]);
  const channels = new Map(rows.map((row) => [row.id, row]));
  for (const event of events) {
    const id = idOf(event.stream);
    const setUp = channelAfter(channels.get(id)?.set_up ?? null, event);
    if (setUp) channels.set(id, channelRow(id, event.customerId, setUp));
  }
  await upsert(tx, 'channel', ['id'], [...channels.values()]);
}

function channelRow(id: string, customer_id: string, set_up: ChannelSetUp): ChannelRow {
  return {
    ...{ id, customer_id, set_up },
    name: set_up.settings.name,
    provider: set_up.provider,
    provider_account_id: set_up.isConnected ? set_up.providerAccountId : null,
    sender_account_ids: set_up.isConnected ? set_up.identities.map(({ accountId }) => accountId) : [],
    team_ids: set_up.teamIds,
    user_ids: set_up.userIds,
  };
}

function isChannelEvent(event: RecordedEvent): event is RecordedEvent & ChannelEvent {
  return event.stream.startsWith('channel-');
}

function isCustomerEvent(event: RecordedEvent): event is RecordedEvent & CustomerEvent {
  return event.stream.startsWith('customer-');
}

/** The row of a deleted member stays, marked as deleted, since later events about the member may follow. */
async function saveMembers(members: MemberRow[], tx: Sql): Promise<void> {
  if (members.length === 0) return;
  await tx.query(
    `insert into member as m select * from jsonb_populate_recordset(null::member, $1::jsonb)
     on conflict (id) do update set is_gone = true where excluded.is_gone`,
    [JSON.stringify(members)],
  );
}

async function saveMemberships(memberships: Membership[], tx: Sql): Promise<void> {
  const joined = memberships.filter(({ is_member }) => is_member);
  const left = memberships.filter(({ is_member }) => !is_member);
  const rows = joined.map(({ team_id, user_id }) => ({ team_id, user_id }));
  await upsert(tx, 'team_member', ['team_id', 'user_id'], rows);
  if (left.length === 0) return;
  await tx.query(
    `delete from team_member m using unnest($1::uuid[], $2::uuid[]) as gone(team_id, user_id)
      where m.team_id = gone.team_id and m.user_id = gone.user_id`,
    [left.map(({ team_id }) => team_id), left.map(({ user_id }) => user_id)],
  );
}
