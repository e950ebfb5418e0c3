import type { RecordedEvent } from '@parley/contracts/events';
import type { View } from '@parley/event-sourcing/projection/view';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import type { Database } from '@parley/platform/database/database';
import { project } from '@parley/testing/event-sourcing/project';
import type { ConversationHistory } from './conversation-history';

/** Returns a function that appends the new events of a history to the log, and folds them into the view. */
export function teller(
  database: Database,
  store: EventStore,
  view: View,
): (history: ConversationHistory) => Promise<void> {
  const told = new Map<ConversationHistory, number>();
  return async (history) => {
    const since = history.events.slice(told.get(history) ?? 0) as RecordedEvent[];
    told.set(history, history.events.length);
    for (const { stream, version: _version, position: _position, ...event } of since)
      await store.append(stream, [event], { expected: 'any', customerId: history.customerId });
    await project(database, view, since);
  };
}
