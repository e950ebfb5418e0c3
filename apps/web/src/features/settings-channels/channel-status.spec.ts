import { statusOf } from './channel-status';
import type { AdministeredChannel } from './channels-api';

const now = Date.parse('2026-11-14T10:00:00.000Z');
const broken = { at: '2026-11-14T09:00:00.000Z', isBroken: true };

function channel(health: object, expiresAt: string | null = null, isConnected = true): AdministeredChannel {
  const none = { lastInboundAt: null, lastOutboundAt: null, lastError: null };
  return {
    isConnected,
    administration: { expiresAt, health: { ...none, ...health } },
  } as AdministeredChannel;
}

test.each([
  ['is quiet before anything came or went', channel({}), 'quiet'],
  ['works once something came', channel({ lastInboundAt: '2026-11-14T09:00:00.000Z' }), 'working'],
  [
    'works although one message failed',
    channel({ lastOutboundAt: '2026-11-14T08:00:00.000Z', lastError: { ...broken, isBroken: false } }),
    'working',
  ],
  [
    'fails where its account or token is at fault',
    channel({ lastOutboundAt: '2026-11-14T08:00:00.000Z', lastError: broken }),
    'failing',
  ],
  [
    'works again once something was sent',
    channel({ lastOutboundAt: '2026-11-14T09:30:00.000Z', lastError: broken }),
    'working',
  ],
  ['warns of a token that expires', channel({}, '2026-11-20T10:00:00.000Z'), 'expiring'],
  ['says that a token has expired', channel({ lastError: broken }, '2026-11-14T09:59:59.000Z'), 'expired'],
  ['is nothing but disconnected when it is', channel({ lastError: broken }, null, false), 'disconnected'],
])('a channel %s', (_, of, status) => expect(statusOf(of, now)).toBe(status));
