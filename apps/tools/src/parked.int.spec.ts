import { randomUUID } from 'node:crypto';
import { ParkedReactions } from '@parley/event-sourcing/reaction/parked-reactions';
import { PostgresBus } from '@parley/platform/bus/postgres/postgres-bus';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { migrations } from '@parley/server/migrations';
import { linesOf, Parked } from './parked';

let database: TestDatabase;
let bus: PostgresBus;
let parked: Parked;

beforeEach(async () => {
  database = await testDatabase(migrations);
  bus = new PostgresBus(database);
  parked = new Parked(database, bus);
});
afterEach(() => database.drop());

test('lists dead letters of the bus and of reactions, and shows the details of each', async () => {
  await parkMessage('unreadable\u001b[31m\n\u202ereally');
  await parkReaction();
  const [message, reaction] = await linesOf(parked, ['list']);
  expect(message).toMatch(/^[0-9a-f-]{36} {2}\S+Z {2}things \(workers\) {2}unreadable\[31m really$/);
  expect(reaction).toMatch(/^[0-9a-f-]{36} {2}\S+Z {2}reaction echo {2}no luck$/);
  expect(await linesOf(parked, ['show', idOf(message!)])).toContain('{"customerId":"c"}');
  expect(await linesOf(parked, ['show', idOf(reaction!)])).toContain('event      e at 1 of s-1');
});

test('publishes a retried message again, and leaves the retry of a reaction to a worker', async () => {
  const id = await parkMessage('unreadable');
  await parkReaction();
  expect((await linesOf(parked, ['retry', 'all'])).join()).toMatch(
    /published again\..*tried again by a worker\./,
  );
  expect(await nextMessage()).toBe(id);
  expect(await linesOf(parked, ['list'])).toEqual([
    expect.stringContaining('reaction echo, to be tried again  no luck'),
  ]);
});

test('removes dead letters of the bus and of reactions that are dropped', async () => {
  await parkMessage('unreadable');
  await parkReaction();
  expect(await linesOf(parked, ['drop', 'all'])).toHaveLength(2);
  expect(await linesOf(parked, ['list'])).toEqual(['Nothing is parked.']);
});

test('handles any number of dead letters with "all", and counts those that the list omits', async () => {
  await database.query(
    `insert into bus.parked (topic, grp, partition, "offset", key, id, value, headers, error)
     select 'things', 'workers', 0, n, 'k', n::text, '{}', '{}', 'unreadable' from generate_series(1, 1003) n`,
  );
  expect((await linesOf(parked, ['list'])).at(-1)).toBe('… and 3 more.');
  expect(await linesOf(parked, ['drop', 'all'])).toHaveLength(1003);
  expect(await linesOf(parked, ['list'])).toEqual(['Nothing is parked.']);
});

test('drops valid ids even if another id is invalid', async () => {
  await parkMessage('unreadable');
  const [line] = await linesOf(parked, ['list']);
  await expect(linesOf(parked, ['drop', 'nothing', idOf(line!)])).rejects.toThrow('nothing is not parked.');
  expect(await linesOf(parked, ['list'])).toEqual(['Nothing is parked.']);
});

test('reports an invalid id, and prints the usage for an invalid command', async () => {
  for (const command of ['show', 'retry', 'drop']) {
    await expect(linesOf(parked, [command, 'nothing'])).rejects.toThrow('nothing is not parked.');
  }
  for (const args of [['retry'], ['show', 'a', 'b'], ['list', 'a'], ['bin']]) {
    await expect(linesOf(parked, args)).rejects.toThrow('Usage: scripts/parked');
  }
});

async function parkMessage(error: string): Promise<string> {
  const id = randomUUID();
  const value = Buffer.from('{"customerId":"c"}');
  const message = { id, key: 'k', value, headers: {}, partition: 0, offset: '0' };
  await bus.park('things', 'workers', message, error);
  return id;
}

async function parkReaction(): Promise<void> {
  await database.query(
    `insert into parley.parked_reaction (reaction, position, event_id, stream, error)
     values ('echo', '1', 'e', 's-1', 'no luck')`,
  );
  expect(await new ParkedReactions(database).count()).toEqual([{ reaction: 'echo', count: 1 }]);
}

function idOf(line: string): string {
  return line.slice(0, 36);
}

async function nextMessage(): Promise<string> {
  const stopping = new AbortController();
  let id = '';
  await bus.consume(
    'things',
    'workers',
    ([message]) => {
      id = message!.id;
      stopping.abort();
      return Promise.resolve();
    },
    { signal: stopping.signal },
  );
  return id;
}
