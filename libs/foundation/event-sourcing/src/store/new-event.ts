import { randomUUID } from 'node:crypto';
import type { Fact } from '@parley/contracts/events';
import { schemaVersionOf } from '@parley/contracts/events/upcasters/upcast';
import type { NewEvent } from './event-store';

/**
 * Creates an event without a decider, for filling a log with an invented history.
 * @param by the part of the product that acts
 * @param time time of the event; now by default
 */
export function newEvent<E extends Fact>(
  fact: E,
  { customerId, by, time }: { customerId: string; by: string; time?: string },
): NewEvent<E> {
  const id = randomUUID();
  return {
    ...fact,
    id,
    schemaVersion: schemaVersionOf(fact.type),
    customerId,
    actor: { type: 'system', id: by },
    correlationId: id,
    causationId: id,
    time: time ?? new Date().toISOString(),
  };
}
