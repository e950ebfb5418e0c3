import type { Fact } from '../event';
import { schemaVersions } from './schema-versions';

/** Turns the data of one stored version into that of the next. Personal fields are null where they were erased. */
export type Upcaster = (data: unknown) => unknown;

/** By event type: the upcaster from version 1 to 2, from 2 to 3, and so on. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

export const upcasters: Upcasters = {
  ChannelConnected: [(data) => ({ ...(data as object), businessAccountId: null })],
  ConversationArchived: [(data) => ({ ...(data as object), afterHours: null })],
  ConversationDeleted: [(data) => ({ ...(data as object), afterDays: null })],
  // What was sent before did not say what it repeats.
  MessageQueued: [(data) => data],
  MessageReceived: [(data) => ({ ...(data as object), isAutomatic: false })],
};

/** An event that a newer release wrote: this one would misread it. */
export class NewerEvent extends Error {}

/** The version in which events of a type are written; 1 for types that nobody has listed. */
export function schemaVersionOf(type: string): number {
  return (schemaVersions as Readonly<Record<string, number>>)[type] ?? 1;
}

/**
 * The event in its current version, whichever one it was stored in.
 * @throws NewerEvent
 */
export function upcast<E extends Fact & { schemaVersion: number }>(
  event: E,
  table: Upcasters = upcasters,
): E {
  const steps = table[event.type] ?? [];
  const current = steps.length + 1;
  if (event.schemaVersion === current) return event;
  if (event.schemaVersion > current) {
    throw new NewerEvent(
      `${event.type} is stored in version ${event.schemaVersion}, and this release reads up to ${current}: a newer one has written to this log.`,
    );
  }
  const data = steps.slice(event.schemaVersion - 1).reduce((older, step) => step(older), event.data);
  return { ...event, data, schemaVersion: current };
}
