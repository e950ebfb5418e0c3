import { randomUUID } from 'node:crypto';
import type { ExpectedVersion } from '@parley/event-sourcing/store/event-store';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { Database } from '@parley/platform/database/database';
import type { Bench, Figure } from '../figure';
import { inTurns, median } from '../statistics';
import { closedLoop } from '../support/closed-loop';
import { delivered } from '../support/facts';
import { InsertFloor } from '../support/insert-floor';
import { MessageDb } from '../support/message-db';

const WRITERS = 64;

/** Appends of one event each with an expected version; every second append begins a new stream. */
export const append1: Figure = {
  name: 'append-1',
  async measure(bench) {
    const contestants = {
      ours: await ours(bench),
      floor: await inserts(bench),
      messageDb: await messageDb(bench),
    };
    const measured = (round: () => Promise<number>) => async () => {
      await bench.postgres.settle();
      return round();
    };
    bench.tell('warming up');
    for (const round of Object.values(contestants)) await round(bench.seconds(1));
    bench.tell('our log, plain inserts and message-db in turns');
    const seconds = bench.seconds(2);
    const results = await inTurns(bench.rounds, {
      ours: measured(() => contestants.ours(seconds)),
      floor: measured(() => contestants.floor(seconds)),
      messageDb: measured(() => contestants.messageDb(seconds)),
    });
    const value = median(results.ours);
    const unit = 'appends/s';
    return [
      { name: 'append-1', value, unit, floor: median(results.floor), goal: { of: 'ratio', atLeast: 1 } },
      {
        name: 'append-1 beside message-db',
        value,
        unit,
        floor: median(results.messageDb),
        goal: { of: 'ratio', atLeast: 2 },
      },
    ];
  },
};

type Contestant = (seconds: number) => Promise<number>;

async function ours(bench: Bench): Promise<Contestant> {
  const database = new Database(await bench.postgres.productDatabase());
  const store = await PostgresEventStore.open(database);
  bench.onEnd(async () => {
    await store.close();
    await database.close();
    await bench.postgres.drop(database.url);
  });
  const customerId = randomUUID();
  return appending((_, stream, expected) =>
    store.append(stream, [delivered(customerId)], { expected, customerId }),
  );
}

async function inserts(bench: Bench): Promise<Contestant> {
  const url = await bench.postgres.emptyDatabase();
  bench.onEnd(() => bench.postgres.drop(url));
  const customerId = randomUUID();
  return (seconds) =>
    InsertFloor.use(url, WRITERS, (floor) =>
      appending((writer, stream) => floor.insert(writer, stream, delivered(customerId)))(seconds),
    );
}

async function messageDb(bench: Bench): Promise<Contestant> {
  const url = await bench.postgres.emptyDatabase();
  bench.onEnd(() => bench.postgres.drop(url));
  await MessageDb.install(url);
  const customerId = randomUUID();
  const versionOf = (expected: ExpectedVersion) => (expected === 'no-stream' ? -1 : Number(expected));
  return (seconds) =>
    MessageDb.use(url, WRITERS, (log) =>
      appending((writer, stream, expected) =>
        log.write(writer, stream, versionOf(expected), delivered(customerId)),
      )(seconds),
    );
}

/** Lets each writer begin a stream, append to it once, begin the next one, and so on. */
function appending(
  append: (writer: number, stream: string, expected: ExpectedVersion) => Promise<unknown>,
): Contestant {
  const begun = new Map<number, string>();
  return async (seconds) => {
    const { perSecond } = await closedLoop(WRITERS, seconds, async (writer) => {
      const existing = begun.get(writer);
      if (existing) {
        begun.delete(writer);
        return append(writer, existing, 0);
      }
      const stream = `message-${randomUUID()}`;
      await append(writer, stream, 'no-stream');
      begun.set(writer, stream);
    });
    return perSecond;
  };
}
