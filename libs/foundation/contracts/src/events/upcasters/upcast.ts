import type { Fact } from '../event';
import { allFacts } from '../domain-event';
import type { Upcaster } from '../facts';

/** By event type: the upcaster from version 1 to 2, from 2 to 3, and so on. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

export const upcasters: Upcasters = Object.assign(
  {},
  ...allFacts.map((facts) => facts.upcasters),
) as Upcasters;

/** An event that a newer release wrote: this one would misread it. */
export class NewerEvent extends Error {}

/** An event of a type or version that there never was, as far as this release knows. */
export class UnknownEvent extends Error {}

/** The version in which events of a type are written; 1 for types that no context has registered. */
export function schemaVersionOf(type: string): number {
  return (upcasters[type]?.length ?? 0) + 1;
}

/**
 * The event in its current version, whichever one it was stored in.
 * @throws NewerEvent, UnknownEvent
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
