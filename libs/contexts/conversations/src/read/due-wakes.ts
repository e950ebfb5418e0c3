import type { ConversationEvent, RecordedEvent } from '@parley/contracts/events';
import { DueChanges } from '@parley/event-sourcing/due/due';
import { WAKE } from '../domain/snooze';

/**
 * Schedules the end of each snooze that has a time, and removes it if the conversation is woken, archived or deleted
 * earlier.
 */
export function dueWakes(events: RecordedEvent[]): DueChanges {
  const due = new DueChanges();
  for (const event of events as (RecordedEvent & ConversationEvent)[]) {
    const { stream, customerId } = event;
    switch (event.type) {
      case 'ConversationSnoozed':
        if (event.data.until === null) due.settle(stream, WAKE);
        else due.set({ stream, command: WAKE, at: event.data.until, customerId });
        break;
      case 'ConversationWoken':
      case 'ConversationArchived':
      case 'ConversationDeleted':
        due.settle(stream, WAKE);
        break;
    }
  }
  return due;
}
