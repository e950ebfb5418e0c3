import type { EventStore, NewEvent } from '@parley/event-sourcing/store/event-store';
import { appendInOrder } from '@parley/event-sourcing/store/postgres/append-in-order';
import { SealedEventStore } from '@parley/event-sourcing/store/sealed-event-store';
import type { Database } from '@parley/platform/database/database';
import type { SubjectKeys } from '@parley/platform/security/keys';

/** Events that are appended to one stream in one append. */
export interface StreamEvents {
  stream: string;
  /** Version of the stream's event before them; null if they are its first events. */
  after: number | null;
  events: NewEvent[];
}

/** Appends to many streams in one call. */
export interface SeedLog {
  /**
   * @param subjects subjects whose personal data is in the log for the first time
   * @returns the position of the last event of each append, in order
   */
  append(customerId: string, appends: StreamEvents[], subjects: string[]): Promise<string[]>;
}

/** Appends to the streams of any log, one after another. */
export function oneByOne(store: EventStore): SeedLog {
  return {
    async append(customerId, appends) {
      const positions: string[] = [];
      for (const { stream, after, events } of appends) {
        const { position } = await store.append(stream, events, {
          expected: after ?? 'no-stream',
          customerId,
        });
        positions.push(position);
      }
      return positions;
    },
  };
}

/** Appends to all streams of the log in PostgreSQL in one commit. */
export function together(store: EventStore, database: Database, keys: SubjectKeys): SeedLog {
  const sealing = new SealedEventStore(store, keys);
  return {
    async append(customerId, appends, subjects) {
      await keys.forMany(subjects.map((subject) => ({ customerId, subject })));
      const ordered = await Promise.all(
        appends.map(async ({ stream, after, events }) => {
          const sealed = await sealing.sealed(stream, events);
          const first = after === null ? 0 : after + 1;
          return sealed.map((event, nth) => {
            const version = first + nth;
            return { stream, customerId, after: version === 0 ? null : version - 1, event };
          });
        }),
      );
      const positions = await appendInOrder(database, ordered.flat());
      let last = -1;
      return ordered.map(({ length }) => positions[(last += length)] ?? '');
    },
  };
}
