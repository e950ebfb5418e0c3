import type { MessageEvent, RecordedEvent } from '@parley/contracts/events';
import { DueChanges } from '@parley/event-sourcing/due/due';
import { RELEASE_SEND } from '../domain/undo-send';
import { RESUME_SEND } from '../domain/deferred-send';
import { LOOK_UP_SEND } from '../domain/unknown-send';

/**
 * Schedules commands for outgoing messages: the next attempt of a deferred message, the end of a delay, and the
 * look-up of a message whose outcome is unknown. A later event of the message removes its scheduled command.
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

/**
 * Whether an event starts the first attempt to send a message. The view ignores such an event, because the message
 * stays pending and no command is scheduled for it.
 */
export function isFirstTry(recorded: RecordedEvent): boolean {
  const event = recorded as RecordedEvent & MessageEvent;
  return event.type === 'MessageSendStarted' && event.data.attempt === 1;
}
