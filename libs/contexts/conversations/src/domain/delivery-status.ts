import type { DeliveryReport } from '@parley/contracts/events';

/**
 * Progress of a message at its provider, lowest rank first. A status only changes to a higher rank; `declined` ranks
 * below `delivered` because some providers deliver a message after they reported a failure.
 */
export const deliveryStatuses = ['sent', 'declined', 'delivered', 'read'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Whether `to` advances a message whose status is `from` (null: not sent yet). */
export function isForward(from: DeliveryStatus | null, to: DeliveryStatus): boolean {
  return from === null || deliveryStatuses.indexOf(to) > deliveryStatuses.indexOf(from);
}

const statusOfReport = {
  MessageAcknowledged: 'sent',
  MessageDeclined: 'declined',
  MessageDelivered: 'delivered',
  MessageRead: 'read',
} as const satisfies Record<DeliveryReport['type'], DeliveryStatus>;

export function statusOf(report: { type: DeliveryReport['type'] }): DeliveryStatus {
  return statusOfReport[report.type];
}
