import { byUrgency, statusOf } from './channel-status';
import type { AdministeredChannel } from './channels-api';

const now = Date.parse('2026-11-14T10:00:00.000Z');
const brokenSince = '2026-11-14T09:00:00.000Z';

function channel(health: object, expiresAt: string | null = null, isConnected = true): AdministeredChannel {
  const none = { lastInboundAt: null, lastOutboundAt: null, brokenSince: null };
  return {
    isConnected,
    administration: { expiresAt, health: { ...none, ...health } },
  } as AdministeredChannel;
}

test.each([
  ['is quiet before its first message', channel({}), 'quiet'],
  ['works once a message arrived', channel({ lastInboundAt: '2026-11-14T09:00:00.000Z' }), 'working'],
  [
    'works although one message failed',
    channel({ lastOutboundAt: '2026-11-14T08:00:00.000Z', failuresLastHour: 1 }),
    'working',
  ],
  [
    'fails if its account or token is refused',
    channel({ lastOutboundAt: '2026-11-14T08:00:00.000Z', brokenSince }),
    'failing',
  ],
  ['warns of a token that expires soon', channel({}, '2026-11-20T10:00:00.000Z'), 'expiring'],
  ['shows that its token has expired', channel({ brokenSince }, '2026-11-14T09:59:59.000Z'), 'expired'],
  ['shows as disconnected in spite of other problems', channel({ brokenSince }, null, false), 'disconnected'],
])('a channel %s', (_, of, status) => expect(statusOf(of, now)).toBe(status));

test('sorts broken channels first', () => {
  const of = (platform: string, health: object, expiresAt: string | null = null) =>
    ({ ...channel(health, expiresAt), platform, name: platform }) as AdministeredChannel;
  const sorted = byUrgency(
    [
      of('whatsapp', {}),
      of('sms', { lastInboundAt: brokenSince }),
      of('test', { brokenSince }),
      of('telegram', {}, '2026-11-20T10:00:00.000Z'),
    ],
    now,
  );
  expect(sorted.map(({ platform }) => platform)).toEqual(['test', 'telegram', 'sms', 'whatsapp']);
});
