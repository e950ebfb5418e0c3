import { idOf, type ChannelEvent, type RecordedEvent, type TeamEvent } from '@parley/contracts/events';
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
    const channels = new Map<string, ChannelRow>();
    const memberships = new Map<string, Membership>();
    for (const event of events as (RecordedEvent & (ChannelEvent | TeamEvent))[]) {
      const id = idOf(event.stream);
      if (event.type === 'ChannelConnected') {
        channels.set(id, channelRow(id, event.customerId, event.data));
      } else if (event.type === 'TeamMemberAdded' || event.type === 'TeamMemberRemoved') {
        const user_id = event.data.userId;
        const is_member = event.type === 'TeamMemberAdded';
        memberships.set(`${id}/${user_id}`, { team_id: id, user_id, is_member });
      }
    }
    await upsert(tx, 'channel', ['id'], [...channels.values()]);
    await saveMemberships([...memberships.values()], tx);
    return [];
  },
};

function channelRow(id: string, customerId: string, data: ChannelEvent['data']): ChannelRow {
  return {
    id,
    customer_id: customerId,
    name: data.name,
    platform: data.platform,
    provider: data.provider,
    customer_care_window_length: data.customerCareWindowLength,
    mandatory_assign: data.mandatoryAssign,
    read_for_all: data.readForAll,
    team_ids: data.teamIds,
    user_ids: data.userIds,
    provider_account_id: data.providerAccountId,
    api_base_url: data.apiBaseUrl,
  };
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
