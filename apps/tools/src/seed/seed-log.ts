import type { EventStore, NewEvent } from '@parley/event-sourcing/store/event-store';
import { appendInOrder } from '@parley/event-sourcing/store/postgres/append-in-order';
import { SealedEventStore } from '@parley/event-sourcing/store/sealed-event-store';
import type { Database } from '@parley/platform/database/database';
import type { SubjectKeys } from '@parley/platform/security/keys';

/** Events that are appended to one stream together. */
export interface StreamEvents {
  stream: string;
  /** Version of the event before them; null if they begin the stream. */
  after: number | null;
  events: NewEvent[];
}

/** A log that appends to many streams at once. */
export interface SeedLog {
  /**
   * @param subjects subjects whose personal data is in the log for the first time
   * @returns the position of the last event of each append, in order
   */
  append(customerId: string, appends: StreamEvents[], subjects: string[]): Promise<string[]>;
}

/** Uses any log, with one append after another. */
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

/** Uses the log in PostgreSQL, with one commit for all appends. */
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
