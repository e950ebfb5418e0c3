import {
  channelAfter,
  idOf,
  type ChannelEvent,
  type ChannelSetUp,
  type RecordedEvent,
  type TeamEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { channelsDdl, type ChannelRow } from './channels.rows';

interface Membership {
  team_id: string;
  user_id: string;
  is_member: boolean;
}

/** Channels, and the memberships that decide who may see them. */
export const channelsView: View = {
  name: 'channels',
  prefixes: ['channel-', 'team-'],
  ddl: channelsDdl,

  async project(events, tx) {
    const channels: (RecordedEvent & ChannelEvent)[] = [];
    const memberships = new Map<string, Membership>();
    const deleted = new Set<string>();
    for (const event of events as (RecordedEvent & (ChannelEvent | TeamEvent))[]) {
      if (isChannelEvent(event)) {
        channels.push(event);
      } else if (event.type === 'TeamMemberAdded' || event.type === 'TeamMemberRemoved') {
        const [team_id, user_id] = [idOf(event.stream), event.data.userId];
        const is_member = event.type === 'TeamMemberAdded';
        memberships.set(`${team_id}/${user_id}`, { team_id, user_id, is_member });
      } else if (event.type === 'TeamDeleted') {
        deleted.add(idOf(event.stream));
      }
    }
    await saveChannels(channels, tx);
    await saveMemberships([...memberships.values()], tx);
    if (deleted.size > 0) {
      await tx.query('delete from team_member where team_id = any($1::uuid[])', [[...deleted]]);
    }
    return [];
  },
};

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
    team_ids: set_up.teamIds,
    user_ids: set_up.userIds,
  };
}

function isChannelEvent(
  event: RecordedEvent & (ChannelEvent | TeamEvent),
): event is RecordedEvent & ChannelEvent {
  return event.stream.startsWith('channel-');
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
