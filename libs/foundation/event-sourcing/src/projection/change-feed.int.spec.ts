import { randomUUID } from 'node:crypto';
import { notify } from '@parley/platform/database/notices';
import { positionOf } from '@parley/testing/event-sourcing/history';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ChangeFeed } from './change-feed';
import { CHANGES_CHANNEL } from './postgres-views';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from './projection.migration';
import { SetAside1764620000000 } from './set-aside.migration';
import type { Change } from './view';

const customerId = randomUUID();
let database: TestDatabase;
let feed: ChangeFeed;
let view: string;
let stop: AbortController;

beforeAll(async () => {
  database = await testDatabase([
    Projection1763700000200,
    ViewTally1767500000000,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    SetAside1764620000000,
  ]);
  feed = new ChangeFeed(database);
});
beforeEach(async () => {
  stop = new AbortController();
  view = `view ${randomUUID()}`;
  await database.query(
    `insert into parley.view_checkpoint (view, position, engine_id, ddl_hash, changes_after)
     values ($1, $2, 'engine', 'hash', $2)`,
    [view, positionOf(0)],
  );
});
afterEach(() => stop.abort());
afterAll(() => database.drop());

test('a tail yields existing and new changes, in order and once', async () => {
  await commit(2, 1);
  const seen = collect(5);
  await commit(3);
  await commit(4, 5);
  expect(await seen).toEqual([1, 2, 3, 4, 5]);
});

test('a batch contains all changes of an event, however many there are', async () => {
  await commit(1, ...Array.from({ length: 1_500 }, () => 2), 3);
  const [first, second] = await batches(2);
  expect([first?.length, second?.length]).toEqual([1_501, 1]);
});

test('a notification wakes a tail long before it would poll', async () => {
  void feed.listen(stop.signal);
  const seen = collect(2, 60_000);
  await commit(1);
  await commit(2);
  await notify(database, database.notices, CHANGES_CHANNEL, ['another process']);
  expect(await seen).toEqual([1, 2]);
});

test('a tail continues after the database was unreachable', async () => {
  const seen = collect(2);
  await commit(1);
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await commit(2);
  expect(await seen).toEqual([1, 2]);
});

describe('changes since a cursor', () => {
  const since = async (after: number, options: { limit?: number; parentId?: string } = {}) => {
    const found = await feed.since(view, { customerId, after: positionOf(after), limit: 500, ...options });
    return found?.map(numberOf) ?? null;
  };

  test('contain only changes of the customer', async () => {
    await commit(1, 2, 3);
    await save([change(4, { customerId: randomUUID() })]);
    expect(await since(0)).toEqual([1, 2, 3]);
    expect(await since(2)).toEqual([3]);
    expect(await since(4)).toEqual([]);
  });

  test('changes since a cursor can be limited to the rows of one parent', async () => {
    const parentId = randomUUID();
    await save([change(1), change(2, { parentId }), change(3)]);
    expect(await since(0, { parentId })).toEqual([2]);
  });

  test('are null if changes after the cursor were already deleted', async () => {
    await commit(1, 2, 3);
    await database.query('delete from parley.change where view = $1 and position <= $2', [
      view,
      positionOf(2),
    ]);
    await database.query('update parley.view_checkpoint set changes_after = $2 where view = $1', [
      view,
      positionOf(2),
    ]);
    expect(await since(1)).toBeNull();
    expect(await since(2)).toEqual([3]);
  });

  test('are null if there are more changes than the limit', async () => {
    await commit(1, 2, 3);
    expect(await since(0, { limit: 3 })).toEqual([1, 2, 3]);
    expect(await since(0, { limit: 2 })).toBeNull();
  });

  test('are null for a cursor that is ahead of the view', async () => {
    await commit(1);
    expect(await since(2)).toBeNull();
  });
});

async function collect(count: number, pollMs = 20): Promise<number[]> {
  const seen: number[] = [];
  for await (const changes of tail(pollMs)) {
    seen.push(...changes.map(numberOf));
    if (seen.length >= count) break;
  }
  return seen;
}

async function batches(count: number): Promise<Change[][]> {
  const seen: Change[][] = [];
  for await (const changes of tail(20)) if (seen.push(changes) === count) break;
  return seen;
}

function tail(pollMs: number) {
  return feed.tail(view, { after: positionOf(0), signal: stop.signal, pollMs });
}

function numberOf({ position }: Change): number {
  return Number(position);
}

function commit(...positions: number[]): Promise<void> {
  return save(positions.map((position) => change(position)));
}

function change(position: number, other: Partial<Change> = {}): Change {
  const row = { customerId, id: randomUUID(), parentId: null, before: null, after: null };
  return { position: positionOf(position), ...row, ...other };
}

/** Saves changes and checkpoint in one transaction, as a projector does. */
async function save(changes: Change[]): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into parley.change (view, position, id, parent_id, customer_id, before, after)
       select $1, c.position, c.id, c."parentId", c."customerId", c.before, c.after
         from jsonb_to_recordset($2::jsonb)
           as c(position text, id text, "parentId" text, "customerId" text, before jsonb, after jsonb)`,
      [view, JSON.stringify(changes)],
    );
    await tx.query(
      `update parley.view_checkpoint
          set position = greatest(position, (select max(position) from parley.change where view = $1))
        where view = $1`,
      [view],
    );
  });
}
