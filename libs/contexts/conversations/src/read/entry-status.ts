import type { EntryStatus } from '@parley/contracts/api/conversations';
import type { MessageEvent } from '@parley/contracts/events';
import { deliveryStatuses, isForward, statusOf, type DeliveryStatus } from '../domain/delivery-status';

/**
 * The status of an entry after an event of its message; it only moves forward in the order pending, sent, declined,
 * delivered, read.
 */
export function statusAfter(current: EntryStatus, event: MessageEvent): EntryStatus {
  switch (event.type) {
    case 'MessageReceived':
      return 'received';
    case 'MessageEchoed':
      return 'sent';
    case 'MessageHeld':
    case 'MessageQueued':
      return 'pending';
    case 'MessageSent':
      return further(current, 'sent');
    case 'MessageAcknowledged':
    case 'MessageDelivered':
    case 'MessageRead':
    case 'MessageDeclined':
      return further(current, statusOf(event));
    case 'MessageOutcomeUnknown':
      return current === 'pending' ? 'unknown' : current;
    case 'MessageSendDeferred':
      return current === 'unknown' ? 'pending' : current;
    case 'MessageDeleted':
      return 'deleted';
    default:
      return current;
  }
}

function further(current: EntryStatus, to: DeliveryStatus): EntryStatus {
  if (current === 'deleted') return current;
  const from = deliveryStatuses.find((status) => status === current) ?? null;
  return isForward(from, to) ? to : current;
}
