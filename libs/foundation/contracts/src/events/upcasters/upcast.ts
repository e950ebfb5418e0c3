import type { Fact } from '../event';
import { allFacts } from '../domain-event';
import type { Upcaster } from '../facts';

/** The upcasters of each event type: from version 1 to 2, from 2 to 3, and so on. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

export const upcasters: Upcasters = Object.assign(
  {},
  ...allFacts.map((facts) => facts.upcasters),
) as Upcasters;

/** A newer release wrote the event; this release would misread it. */
export class NewerEvent extends Error {}

/** This release does not know the event's type, or the event's version or data is invalid. */
export class UnknownEvent extends Error {}

/** The version in which events of a type are written; 1 for types that no context has registered. */
export function schemaVersionOf(type: string): number {
  return (upcasters[type]?.length ?? 0) + 1;
}

/**
 * Converts an event from its stored version to the current one.
 * @throws NewerEvent if a newer release wrote the event
 * @throws UnknownEvent if the version is not a positive integer
 */
export function upcast<E extends Fact & { schemaVersion: number }>(
  event: E,
  table: Upcasters = upcasters,
): E {
  const steps = table[event.type] ?? [];
  const current = steps.length + 1;
  if (event.schemaVersion === current) return event;
  if (!Number.isInteger(event.schemaVersion) || event.schemaVersion < 1) {
    throw new UnknownEvent(
      `${event.type} is stored in version ${event.schemaVersion}, which there never was.`,
    );
  }
  if (event.schemaVersion > current) {
    throw new NewerEvent(
      `${event.type} is stored in version ${event.schemaVersion}, and this release reads up to ${current}: a newer one has written to this log.`,
    );
  }
  const data = steps.slice(event.schemaVersion - 1).reduce((older, step) => step(older), event.data);
  return { ...event, data, schemaVersion: current };
}
