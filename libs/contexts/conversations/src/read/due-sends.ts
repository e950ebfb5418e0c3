import type { MessageEvent, RecordedEvent } from '@parley/contracts/events';
import { DueChanges } from '@parley/event-sourcing/due/due';
import { RELEASE_SEND } from '../domain/undo-send';
import { RESUME_SEND } from '../domain/deferred-send';
import { LOOK_UP_SEND } from '../domain/unknown-send';

/**
 * A deferred message is due until it is on its way again, or settled otherwise; a held one until it goes out or not; one of
 * which nobody knows whether it went out, until that is known, or its provider is asked no more.
 */
export function dueSends(events: RecordedEvent[]): DueChanges {
  const due = new DueChanges();
  for (const event of events as (RecordedEvent & MessageEvent)[]) {
    const { stream, customerId } = event;
    switch (event.type) {
      case 'MessageSendDeferred':
        due.set({ stream, command: RESUME_SEND, at: event.data.retryAt, customerId });
        due.settle(stream, LOOK_UP_SEND);
        break;
      case 'MessageHeld':
        due.set({ stream, command: RELEASE_SEND, at: event.data.until, customerId });
        break;
      case 'MessageQueued':
      case 'MessageWithdrawn':
        due.settle(stream, RELEASE_SEND);
        break;
      case 'MessageOutcomeUnknown':
        due.settle(stream, RESUME_SEND);
        if (event.data.look) due.set({ stream, command: LOOK_UP_SEND, at: event.data.look.at, customerId });
        else due.settle(stream, LOOK_UP_SEND);
        break;
      case 'MessageSendStarted':
      case 'MessageSent':
      case 'MessageAcknowledged':
      case 'MessageDelivered':
      case 'MessageRead':
      case 'MessageDeclined':
        due.settle(stream, RESUME_SEND);
        due.settle(stream, LOOK_UP_SEND);
        break;
    }
  }
  return due;
}

/** Whether a message goes to its provider for the first time: it was pending and is, and nothing is due for it. */
export function isFirstTry(recorded: RecordedEvent): boolean {
  const event = recorded as RecordedEvent & MessageEvent;
  return event.type === 'MessageSendStarted' && event.data.attempt === 1;
}
