import type { ChannelResponse } from '@parley/contracts/api/channels';
import { channelSettings, specifiedChannel, specifiedUser } from './settings';

const channel = {
  id: 'channel',
  mandatoryAssign: true,
  readForAll: false,
  highPriority: false,
  automaticSignature: 'none',
  mayDelete: false,
} as ChannelResponse;

test('returns a channel’s switches as 0 or 1, and mandatory assignment under its name in the specification', () => {
  expect(channelSettings(channel)).toEqual([
    { name: 'mandatoryAssignActive', value: '1' },
    { name: 'readForAllUsers', value: '0' },
    { name: 'highPriority', value: '0' },
    { name: 'automaticSignature', value: 'none' },
    { name: 'deleteConversation', value: '0' },
  ]);
});

test('returns structured settings as JSON and unset ones as an empty text, for users who may change the channel', () => {
  const settings = {
    internalName: null,
    autoArchive: { afterHours: 24, direction: 'in' },
    outOfOffice: { weekdays: 'Closed', weekends: null },
    closingDates: [{ date: '2026-12-25', name: 'Christmas' }],
    doubleReply: true,
  };
  const administration = { settings, teamIds: ['team'], userIds: [] };
  const shown = specifiedChannel({ ...channel, administration } as unknown as ChannelResponse);
  const byName = Object.fromEntries(shown.settings.map(({ name, value }) => [name, value]));
  expect(byName).toMatchObject({
    ...{ internalName: '', autoArchivePeriod: '24', autoArchiveMessageDirection: 'in', doubleReply: '1' },
    ...{ outOfOfficeMessageWeekdays: 'Closed', outOfOfficeMessageWeekends: '', businessHours: '' },
    closingDates: '[{"date":"2026-12-25","name":"Christmas"}]',
  });
  expect([shown.teamChannels, shown.userChannels]).toEqual([[{ teamId: 'team', channelId: 'channel' }], []]);
});

test('adds a list of roles to a user who has a single role', () => {
  const user = {
    id: 'mia',
    displayName: 'Mia',
    email: 'mia@harbour.example',
    role: 'user',
    status: 'away',
  } as const;
  expect(specifiedUser(user)).toMatchObject({ name: 'Mia', roles: ['user'], role: 'user', pictureUrl: null });
});
