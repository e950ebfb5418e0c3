import type { MessageEvent, RecordedEvent } from '@parley/contracts/events';
import { DueChanges } from '@parley/event-sourcing/due/due';
import { RESUME_SEND } from '../domain/deferred-send';

/** A deferred message is due until it is on its way again, or settled otherwise. */
export function dueSends(events: RecordedEvent[]): DueChanges {
  const due = new DueChanges();
  for (const event of events as (RecordedEvent & MessageEvent)[]) {
    const { stream, customerId } = event;
    switch (event.type) {
      case 'MessageSendDeferred':
        due.set({ stream, command: RESUME_SEND, at: event.data.retryAt, customerId });
        break;
      case 'MessageSendStarted':
      case 'MessageSent':
      case 'MessageDeclined':
      case 'MessageOutcomeUnknown':
        due.settle(stream, RESUME_SEND);
        break;
    }
  }
  return due;
}
