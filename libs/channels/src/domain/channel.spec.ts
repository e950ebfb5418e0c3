import { given } from '@parley/event-sourcing/decider/given';
import { channel, type ChannelSettings } from './channel';

const settings: ChannelSettings = {
  name: 'WhatsApp',
  platform: 'whatsapp',
  provider: 'whatsapp-cloud',
  customerCareWindowLength: 24,
  readForAll: true,
  mandatoryAssign: false,
  teamIds: [],
  userIds: [],
  providerAccountId: '106540352242922',
  apiBaseUrl: null,
  secrets: ['access-token'],
};
const connected = { type: 'ChannelConnected' as const, data: settings };

test('a channel is connected', () => {
  expect(given(channel, []).when({ type: 'Connect', settings })).toEqual([connected]);
});

test('connected twice is connected once', () => {
  expect(given(channel, [connected]).when({ type: 'Connect', settings: { ...settings } })).toEqual([]);
});

test('a channel is connected anew with other settings', () => {
  const moved = { ...settings, apiBaseUrl: 'https://graph.example' };
  expect(given(channel, [connected]).when({ type: 'Connect', settings: moved })).toEqual([
    { type: 'ChannelConnected', data: moved },
  ]);
});
