import { randomUUID } from 'node:crypto';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { Lease } from '@parley/platform/lease/lease';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { dueDdl } from './due';
import { DueTicker } from './due-ticker';

const customerId = randomUUID();
/** Lease of a process that runs one round. */
const once = { isOwned: () => true, repeat: async (round: () => Promise<number>) => void (await round()) };

let database: TestDatabase;
let issued: string[];
let failures: string[];

beforeEach(async () => {
  database = await testDatabase();
  await database.query('create schema calendar');
  await database.transaction(async (tx) => {
    await tx.query('set local search_path to calendar');
    await tx.query(dueDdl);
  });
  [issued, failures] = [[], []];
});
afterEach(() => database.drop());

async function plan(stream: string, inHours: number, command = 'remind'): Promise<void> {
  await database.query(
    `insert into calendar.due values ($1, $2, now() + $3 * interval '1 hour', $4)
     on conflict (stream, command) do update set at = excluded.at`,
    [stream, command, inHours, customerId],
  );
}

/** @param refuse returns the error with which issuing for a stream fails, null for none */
function ticker(refuse: (stream: string) => Error | null = () => null, views = ['calendar']): DueTicker {
  const issue = ({ stream }: { stream: string }) => {
    issued.push(stream);
    const error = refuse(stream);
    return error ? Promise.reject(error) : Promise.resolve();
  };
  const onError = (error: unknown) => void failures.push(String(error));
  return new DueTicker(database, views, [{ name: 'remind', issue }], { onError });
}

const look = (at: DueTicker) => at.run(once as unknown as Lease);

test('issues due commands, oldest first, and skips those that are not due or unknown', async () => {
  await plan('visit-b', -1);
  await plan('visit-a', -2);
  await plan('visit-c', 1);
  await plan('visit-d', -1, 'unheard of');
  await look(ticker(undefined, ['not yet there', 'calendar']));
  expect(issued).toEqual(['visit-a', 'visit-b']);
});

test('issues a command again only after its effect should have reached the view, or if it is due at a new time', async () => {
  await plan('visit-a', -2);
  const one = ticker();
  await look(one);
  await look(one);
  expect(issued).toEqual(['visit-a']);
  await plan('visit-a', -1);
  await look(one);
  expect(issued).toEqual(['visit-a', 'visit-a']);
});

test('continues after a failed command, and does not retry it in each round', async () => {
  await plan('visit-a', -2);
  await plan('visit-b', -1);
  const one = ticker((stream) => (stream === 'visit-a' ? new Error('A bug.') : null));
  await look(one);
  await look(one);
  expect(issued).toEqual(['visit-a', 'visit-b']);
  expect(failures).toEqual(['Error: A bug.']);
});

test('retries a busy command in the next round', async () => {
  await plan('visit-a', -1);
  let isBusy = true;
  const one = ticker(() => (isBusy ? new CodedError('busy') : null));
  await look(one);
  isBusy = false;
  await look(one);
  await look(one);
  expect(issued).toEqual(['visit-a', 'visit-a']);
});

test('issues later commands even if a thousand earlier ones fail', async () => {
  await database.query(
    `insert into calendar.due
     select 'broken-' || n, 'remind', now() - interval '2 hours', $1 from generate_series(1, 1200) n`,
    [customerId],
  );
  await plan('visit-a', -1);
  const one = ticker((stream) => (stream.startsWith('broken') ? new Error('A bug.') : null));
  await look(one);
  expect(issued.at(-1)).toBe('visit-a');
  expect(failures).toHaveLength(1_200);
});
