import type { EventStore, NewEvent } from '@parley/event-sourcing/store/event-store';
import { appendInOrder } from '@parley/event-sourcing/store/postgres/append-in-order';
import { SealedEventStore } from '@parley/event-sourcing/store/sealed-event-store';
import type { Database } from '@parley/platform/database/database';
import type { SubjectKeys } from '@parley/platform/security/keys';

/** Events that go to one stream together. */
export interface StreamEvents {
  stream: string;
  /** The version of the event before them; null where they begin the stream. */
  after: number | null;
  events: NewEvent[];
}

/** A log that takes events of many streams at once. */
export interface SeedLog {
  /**
   * @param subjects whose personal data is in a log for the first time
   * @returns the position of the last event of each, in their order
   */
  append(customerId: string, appends: StreamEvents[], subjects: string[]): Promise<string[]>;
}

/** Any log, one stream after the other. */
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

/** The log in PostgreSQL: all in one commit. */
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
