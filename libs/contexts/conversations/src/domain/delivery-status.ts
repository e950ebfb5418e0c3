import type { DeliveryReport } from '@parley/contracts/events';

/**
 * How far a message has come with its provider, lowest first. A status never goes backwards; `declined` ranks below
 * `delivered` because providers have been seen to deliver after reporting a failure.
 */
export const deliveryStatuses = ['sent', 'declined', 'delivered', 'read'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Whether a status is news to a message that stands at `from` (null: not sent yet). */
export function isForward(from: DeliveryStatus | null, to: DeliveryStatus): boolean {
  return from === null || deliveryStatuses.indexOf(to) > deliveryStatuses.indexOf(from);
}

const statusOfReport = {
  MessageAcknowledged: 'sent',
  MessageDeclined: 'declined',
  MessageDelivered: 'delivered',
  MessageRead: 'read',
} as const satisfies Record<DeliveryReport['type'], DeliveryStatus>;

/** The status a report gives a message. */
export function statusOf(report: { type: DeliveryReport['type'] }): DeliveryStatus {
  return statusOfReport[report.type];
}
