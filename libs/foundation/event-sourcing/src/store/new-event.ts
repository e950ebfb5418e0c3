import { randomUUID } from 'node:crypto';
import type { Fact } from '@parley/contracts/events';
import { schemaVersionOf } from '@parley/contracts/events/upcasters/upcast';
import type { NewEvent } from './event-store';

/**
 * A fact that nobody decided, as it is appended: for filling a log with what might have happened.
 * @param by the part of the product that says so
 * @param time when it is to have happened; now if left out
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
