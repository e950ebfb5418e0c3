import { randomUUID } from 'node:crypto';
import type { Fact } from '@parley/contracts/events';
import { schemaVersionOf } from '@parley/contracts/events/upcasters/upcast';
import type { NewEvent } from '@parley/event-sourcing/store/event-store';

/** A fact of this customer, as it is appended. */
export function newEvent<E extends Fact>(
  fact: E,
  { customerId, time }: { customerId: string; time?: string },
): NewEvent<E> {
  const id = randomUUID();
  return {
    ...fact,
    id,
    schemaVersion: schemaVersionOf(fact.type),
    customerId,
    actor: { type: 'system', id: 'bench' },
    correlationId: id,
    causationId: id,
    time: time ?? new Date().toISOString(),
  };
}

/** An event of ordinary size: what a message's delivery brings. */
export function delivered(customerId: string): NewEvent {
  return newEvent({ type: 'MessageDelivered', data: { at: new Date().toISOString() } }, { customerId });
}
