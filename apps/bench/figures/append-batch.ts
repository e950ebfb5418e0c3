import { randomUUID } from 'node:crypto';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { Database } from '@parley/platform/database/database';
import type { Bench, Figure } from '../figure';
import { inTurns, median } from '../statistics';
import { closedLoop } from '../support/closed-loop';
import { delivered } from '../support/facts';
import { InsertFloor } from '../support/insert-floor';

const BATCH = 100;
const WRITERS = 4;

/** Appends of a hundred events each to new streams. */
export const appendBatch: Figure = {
  name: 'append-batch',
  async measure(bench) {
    const contestants = { ours: await ours(bench), floor: await batchedInserts(bench) };
    bench.tell('warming up');
    for (const round of Object.values(contestants)) await round(bench.seconds(1));
    bench.tell('our log and batched inserts in turns');
    const seconds = bench.seconds(2);
    const { ours: values, floor } = await inTurns(bench.rounds, {
      ours: () => contestants.ours(seconds),
      floor: () => contestants.floor(seconds),
    });
    return [
      {
        name: 'append-batch',
        value: median(values),
        unit: 'events/s',
        floor: median(floor),
        goal: { of: 'ratio', atLeast: 0.6 },
      },
    ];
  },
};

async function ours(bench: Bench): Promise<(seconds: number) => Promise<number>> {
  const database = new Database(await bench.postgres.productDatabase());
  const store = await PostgresEventStore.open(database);
  bench.onEnd(async () => {
    await store.close();
    await database.close();
    await bench.postgres.drop(database.url);
  });
  const customerId = randomUUID();
  return batches((_, stream) =>
    store.append(stream, batch(customerId), { expected: 'no-stream', customerId }),
  );
}

/**
 * Inserts in batches, as the floor of this and of other benchmarks.
 * @returns a function that runs one round
 */
export async function batchedInserts(bench: Bench): Promise<(seconds: number) => Promise<number>> {
  const url = await bench.postgres.emptyDatabase();
  bench.onEnd(() => bench.postgres.drop(url));
  const customerId = randomUUID();
  return (seconds) =>
    InsertFloor.use(url, WRITERS, (floor) =>
      batches((writer, stream) => floor.insertMany(writer, stream, batch(customerId)))(seconds),
    );
}

function batches(write: (writer: number, stream: string) => Promise<unknown>) {
  return async (seconds: number) => {
    const { perSecond } = await closedLoop(WRITERS, seconds, (writer) =>
      write(writer, `message-${randomUUID()}`),
    );
    return perSecond * BATCH;
  };
}

function batch(customerId: string) {
  return Array.from({ length: BATCH }, () => delivered(customerId));
}
