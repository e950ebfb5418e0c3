import type { AdministeredChannel } from './channels-api';

const DAY = 86_400_000;

/** An administrator is told that a token expires this long before. */
const EXPIRES_SOON = 14 * DAY;

/** What needs doing first. */
const urgency = ['failing', 'stopped', 'expired', 'expiring', 'disconnected', 'quiet', 'working'] as const;
export type ChannelStatus = (typeof urgency)[number];

/** The one thing to say of a channel: what needs doing comes first. */
export function statusOf({ isConnected, administration }: AdministeredChannel, now: number): ChannelStatus {
  const { expiresAt, health } = administration;
  const { lastInboundAt, lastOutboundAt, brokenSince } = health;
  if (!isConnected) return 'disconnected';
  const left = expiresAt ? Date.parse(expiresAt) - now : Infinity;
  if (left <= 0) return 'expired';
  if (brokenSince) return 'failing';
  if (health.stopped) return 'stopped';
  if (left < EXPIRES_SOON) return 'expiring';
  return lastInboundAt || lastOutboundAt ? 'working' : 'quiet';
}

/** Broken ones first, then by platform and name. */
export function byUrgency(channels: AdministeredChannel[], now: number): AdministeredChannel[] {
  const rank = (channel: AdministeredChannel) => {
    const status = statusOf(channel, now);
    return status === 'quiet' ? urgency.indexOf('working') : urgency.indexOf(status);
  };
  return [...channels].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      one.platform.localeCompare(other.platform) ||
      one.name.localeCompare(other.name),
  );
}
