import type { ChannelResponse } from '@parley/contracts/api/channels';
import { chat } from '../../../testing/chat';
import { reachOf } from './reach';

const now = Date.parse('2026-11-14T10:00:00.000Z');
const channel = {
  id: 'channel',
  platform: 'whatsapp',
  provider: 'whatsapp-cloud',
  customerCareWindowLength: 24,
} as ChannelResponse;
const ana = { phone: '+34612000000', email: null };
const wrote = (hoursAgo: number) => [
  chat('ana', { lastInboundMessageTime: new Date(now - hoursAgo * 3_600_000).toISOString() }),
];

test.each([
  ['within the window', channel, ana, wrote(23), 'reachable'],
  ['after the window', channel, ana, wrote(25), 'template-only'],
  ['who never wrote there', channel, ana, [], 'template-only'],
  ['whose window never ends', { ...channel, customerCareWindowLength: 0 }, ana, wrote(999), 'reachable'],
  ['without a phone', channel, { phone: null, email: null }, wrote(1), 'no-phone'],
  [
    'after the window on a channel without templates',
    { ...channel, platform: 'instagram' as const },
    ana,
    wrote(25),
    'window-closed',
  ],
])('computes whether a contact %s can be reached', (_, on, contact, chats, reach) => {
  expect(reachOf(on, contact, chats, now)).toBe(reach);
});
