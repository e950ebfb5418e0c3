import type { NewEvent } from '@parley/event-sourcing/store/event-store';
import { newEvent } from '@parley/event-sourcing/store/new-event';

/** An event of ordinary size: that a message was delivered. */
export function delivered(customerId: string): NewEvent {
  const fact = { type: 'MessageDelivered', data: { at: new Date().toISOString() } } as const;
  return newEvent(fact, { customerId, by: 'bench' });
}
