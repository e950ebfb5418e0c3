import type { AdministeredChannel } from './channels-api';

const DAY = 86_400_000;

/** Time in ms before a token's expiry at which the administrator is warned. */
const EXPIRES_SOON = 14 * DAY;

/** All statuses, most urgent first. */
const urgency = ['failing', 'stopped', 'expired', 'expiring', 'disconnected', 'quiet', 'working'] as const;
export type ChannelStatus = (typeof urgency)[number];

/** Status of a channel; if several apply, the most urgent one. */
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

/** Sorts channels by urgency of their status, then by platform and name. */
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
