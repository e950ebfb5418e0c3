import { channelDefaults } from '@parley/contracts/events';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Principal } from '@parley/platform/http/principal';
import type { ChannelQueries } from '../read/channels.queries';
import type { AdministerChannels } from './administer-channels';
import { MigrateMessagebird } from './migrate-messagebird';

const settings = {
  ...{ name: 'Desk', mandatoryAssign: true, readForAll: true, customerCareWindowLength: 0 },
  ...channelDefaults,
};

function channelOf(id: string, provider: string, providerAccountId: string, platform = 'sms') {
  const administration = { settings, providerAccountId, teamIds: ['team'], userIds: [] };
  return { id, name: id, provider, platform, isConnected: true, administration };
}

function setUp(channels: ReturnType<typeof channelOf>[]) {
  const done: string[] = [];
  const administer = {
    test: (id: string) =>
      Promise.resolve(
        id === 'away'
          ? { ok: false, code: 'provider_unavailable' }
          : { ok: true, account: { name: null, phone: '+31 20 555 0101' } },
      ),
    changeSettings: (id: string, given: object) =>
      Promise.resolve(void done.push(`settings of ${id}: ${Object.keys(given).includes('name')}`)),
    changeMembers: (id: string, { teamIds }: { teamIds: string[] }) =>
      Promise.resolve(void done.push(`members of ${id}: ${teamIds.join()}`)),
    disconnect(id: string) {
      channels.find((channel) => channel.id === id)!.isConnected = false;
      return Promise.resolve(void done.push(`disconnect ${id}`));
    },
  };
  const queries = { list: () => Promise.resolve(channels) };
  const migration = new MigrateMessagebird(
    queries as unknown as ChannelQueries,
    administer as unknown as AdministerChannels,
  );
  const viewer = { userId: 'ingrid', customerId: 'harbour' };
  return { done, migrate: () => migration.migrate(viewer as Principal, requestedNow(viewer)) };
}

test('moves settings and members of a number to its channel at Bird, once', async () => {
  const { done, migrate } = setUp([
    channelOf('classic', 'messagebird', '31205550101'),
    channelOf('bird', 'bird', 'channel-of-bird'),
  ]);
  expect(await migrate()).toEqual({
    data: [{ channelId: 'classic', name: 'classic', movedTo: 'bird', code: null }],
  });
  const once = ['settings of bird: false', 'members of bird: team', 'disconnect classic'];
  expect(done).toEqual(once);
  expect(await migrate()).toEqual({ data: [] });
  expect(done).toEqual(once);
});

test.each([
  [
    'whose number is not at Bird',
    [channelOf('a', 'messagebird', '31209999999'), channelOf('bird', 'bird', 'b')],
  ],
  [
    'whose platform differs',
    [channelOf('a', 'messagebird', '31205550101'), channelOf('b', 'bird', 'b', 'whatsapp')],
  ],
  [
    'whose number Bird does not return',
    [channelOf('a', 'messagebird', '31205550101'), channelOf('away', 'bird', 'b')],
  ],
])('moves no channel %s, and returns the reason', async (_, channels) => {
  const { done, migrate } = setUp(channels);
  expect((await migrate()).data).toMatchObject([{ movedTo: null, code: 'migration_bird_channel_missing' }]);
  expect(done).toEqual([]);
});

test('does not move a WhatsApp channel, since MessageBird does not return its number', async () => {
  const hexadecimal = '2ceefea7c1b8c79673215c42c1a6b916';
  const { migrate } = setUp([channelOf('a', 'messagebird', hexadecimal, 'whatsapp')]);
  expect((await migrate()).data).toMatchObject([{ code: 'migration_number_unknown' }]);
});
