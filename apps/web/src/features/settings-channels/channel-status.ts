import type { AdministeredChannel } from './channels-api';

const DAY = 86_400_000;

/** An administrator is told that a token expires this long before. */
const EXPIRES_SOON = 14 * DAY;

export type ChannelStatus = 'disconnected' | 'failing' | 'expired' | 'expiring' | 'quiet' | 'working';

/** The one thing to say of a channel: what needs doing comes first. */
export function statusOf(channel: AdministeredChannel, now: number): ChannelStatus {
  const { expiresAt, health } = channel.administration;
  const { lastInboundAt, lastOutboundAt, lastError } = health;
  if (!channel.isConnected) return 'disconnected';
  const left = expiresAt ? Date.parse(expiresAt) - now : Infinity;
  if (left <= 0) return 'expired';
  // What was sent since says that it was mended.
  if (lastError?.isBroken && lastError.at > (lastOutboundAt ?? '')) return 'failing';
  if (left < EXPIRES_SOON) return 'expiring';
  return lastInboundAt || lastOutboundAt ? 'working' : 'quiet';
}
