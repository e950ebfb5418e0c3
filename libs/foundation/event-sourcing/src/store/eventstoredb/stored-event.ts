import {
  jsonEvent,
  type AllStreamResolvedEvent,
  type EventData,
  type JSONType,
  type ResolvedEvent,
} from '@eventstore/db-client';
import type { EventMetadata, RecordedEvent } from '@parley/contracts/events';
import { AppendTooLarge, type NewEvent } from '../event-store';
import { toPosition } from '../position';

/** The server's default maximum size of an append (`MaxAppendSize`). */
const MAX_BYTES = 1024 * 1024;

/** The metadata of Parley's events. Events of other programs and of the server itself have other metadata or none. */
interface StoredMetadata extends EventMetadata {
  schemaVersion: number;
}

/** An event for the client's append, together with its JSON as the server stores it. */
export type Stored = EventData & { bytes: { data: Uint8Array; metadata: Uint8Array } };

/** @throws AppendTooLarge if the events have 1 MiB or more */
export function toStored(stream: string, events: NewEvent[], customerId: string): Stored[] {
  const stored = events.map(
    ({ id, type, schemaVersion, data, actor, correlationId, causationId, ip, time }) => {
      const metadata = { schemaVersion, customerId, actor, correlationId, causationId, ip, time };
      return inBytes(jsonEvent({ id, type, data: data as JSONType, metadata }));
    },
  );
  const bytes = stored.reduce((sum, event) => sum + sizeOf(event), 0);
  if (bytes >= MAX_BYTES) {
    throw new AppendTooLarge(`${stream}: an append of ${bytes} bytes; files go by reference.`);
  }
  return stored;
}

export function inBytes(event: EventData): Stored {
  const [data, metadata] = [event.data, event.metadata ?? {}].map((part) =>
    Buffer.from(JSON.stringify(part)),
  );
  return { ...event, bytes: { data: data!, metadata: metadata! } };
}

/** Size of an event as the server counts it: data, metadata, and two bytes per character of the type. */
export function sizeOf({ type, bytes: { data, metadata } }: Stored): number {
  return data.length + metadata.length + 2 * type.length;
}

/**
 * Converts an event of Parley; null for events of the server itself and of other programs. A later step, upcasting,
 * checks whether the type is known.
 */
export function fromStored(resolved: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent | null {
  const { event } = resolved;
  const position = positionOf(resolved);
  if (!event || position === null || !isOurs(event.metadata)) return null;
  const { schemaVersion, customerId, actor, correlationId, causationId, ip, time } = event.metadata;
  return {
    id: event.id,
    stream: event.streamId,
    version: Number(event.revision),
    position,
    schemaVersion,
    type: event.type,
    data: event.data,
    customerId,
    actor,
    correlationId,
    causationId,
    ip,
    time,
  };
}

/**
 * The commit position; null if the record has none. The prepare position differs from it only in transactions of the
 * old TCP protocol, which no current client can make.
 */
export function positionOf({ event, link }: ResolvedEvent | AllStreamResolvedEvent): string | null {
  const commit = (link ?? event)?.position?.commit;
  return commit === undefined ? null : toPosition(commit);
}

function isOurs(metadata: unknown): metadata is StoredMetadata {
  return (
    typeof metadata === 'object' &&
    metadata !== null &&
    'customerId' in metadata &&
    'schemaVersion' in metadata &&
    typeof metadata.customerId === 'string'
  );
}
