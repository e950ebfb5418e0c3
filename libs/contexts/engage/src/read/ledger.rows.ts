import type { BroadcastVariant, SkipReason, StatusReason } from '@parley/contracts/events';

/**
 * States of a recipient, in their order. A `planned` message has not left; an `unknown` one may have reached its
 * provider or not.
 */
export const recipientStatuses = [
  'skipped',
  'planned',
  'cancelled',
  'queued',
  'unknown',
  'sent',
  'failed',
  'delivered',
  'read',
] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

/** A row of `recipient`. Times are ISO 8601 UTC. */
export interface RecipientRow {
  broadcast_id: string;
  contact_id: string;
  customer_id: string;
  status: RecipientStatus;
  reason: SkipReason | StatusReason | null;
  provider_code: string | null;
  attempt: number;
  variant: BroadcastVariant | null;
  zone: string | null;
  due_at: string | null;
  message_id: string | null;
  conversation_id: string | null;
  queued_at: string | null;
  sent_at: string | null;
  delivered_at: string | null;
  read_at: string | null;
  replied_at: string | null;
  button: string | null;
  clicked_at: string | null;
}

export interface TallyDelta {
  broadcast_id: string;
  variant: string;
  status: string;
  reason: string;
  count: number;
}

export interface HourDelta {
  broadcast_id: string;
  at: string;
  what: string;
  count: number;
}

/** The groups of the tally in which a recipient counts. */
export function groupsOf(row: RecipientRow | null): Omit<TallyDelta, 'count'>[] {
  if (!row) return [];
  const { broadcast_id, status } = row;
  const variant = row.variant ?? '';
  return [
    { broadcast_id, variant, status, reason: row.reason ?? '' },
    ...(row.replied_at ? [{ broadcast_id, variant, status: 'replied', reason: '' }] : []),
    ...(row.button ? [{ broadcast_id, variant, status: 'clicked', reason: row.button }] : []),
  ];
}

const stages = [
  ['sent', 'sent_at'],
  ['delivered', 'delivered_at'],
  ['read', 'read_at'],
  ['replied', 'replied_at'],
] as const;

/** The hours in which a recipient's message was sent, delivered, read or answered. */
export function hoursOf(row: RecipientRow | null): Omit<HourDelta, 'count'>[] {
  if (!row) return [];
  return stages.flatMap(([what, column]) => {
    const time = row[column];
    if (!time) return [];
    const at = new Date(Math.floor(Date.parse(time) / 3_600_000) * 3_600_000).toISOString();
    return { broadcast_id: row.broadcast_id, at, what };
  });
}

/** The changes of the counts of groups, for rows before and after a batch. */
export function deltasOf<Group extends object>(
  changed: { before: RecipientRow | null; after: RecipientRow | null }[],
  groups: (row: RecipientRow | null) => Group[],
): (Group & { count: number })[] {
  const deltas = new Map<string, Group & { count: number }>();
  const add = (group: Group, sign: number) => {
    const key = JSON.stringify(group);
    const delta = deltas.get(key) ?? { ...group, count: 0 };
    delta.count += sign;
    deltas.set(key, delta);
  };
  for (const { before, after } of changed) {
    for (const group of groups(before)) add(group, -1);
    for (const group of groups(after)) add(group, 1);
  }
  return [...deltas.values()].filter(({ count }) => count !== 0);
}
