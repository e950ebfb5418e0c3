import type { RecordedEvent } from '@parley/contracts/events';
import { MailFailed } from '@parley/platform/mail/mailer';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from '../projection/projection.migration';
import { noted } from '../store/conformance';
import type { EventStore } from '../store/event-store';
import { EventLog1763700000100 } from '../store/postgres/event-log.migration';
import { PostgresEventStore } from '../store/postgres/postgres-event-store';
import { UpcastingEventStore } from '../store/upcasting-event-store';
import { ParkedReaction1763900001000 } from './parked-reaction.migration';
import { ParkedReactions, retryParkedReactions } from './parked-reactions';

const customerId = 'customer-of-the-suite';
let database: TestDatabase;
let store: PostgresEventStore;
let parked: ParkedReactions;
let stop: () => Promise<void>;

beforeEach(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ViewTally1767500000000,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    ParkedReaction1763900001000,
  ]);
  store = await PostgresEventStore.open(database);
  parked = new ParkedReactions(database);
  stop = () => Promise.resolve();
});
afterEach(async () => {
  await stop();
  await store.close();
  await database.drop();
});

test('retries a dead letter on request, and removes it after success', async () => {
  const seen: string[] = [];
  const event = await parkedEvent();
  work((again) => {
    seen.push(again.id);
    return Promise.resolve();
  });
  await parked.retry((await only()).parkedId);
  await eventually('no event is parked', async () => (await parked.list()).length === 0);
  expect(seen).toEqual([event.id]);
});

test('keeps a dead letter with its new error if a retry fails, until the next request', async () => {
  await parkedEvent();
  let tries = 0;
  work(() => Promise.reject(new Error(`failed ${++tries} times`)));
  await parked.retry((await only()).parkedId);
  await eventually('the first failure is recorded', async () => (await only()).error === 'failed 1 times');
  expect((await only()).retryAt).toBeNull();
  await parked.retry((await only()).parkedId);
  await eventually('the second failure is recorded', async () => (await only()).error === 'failed 2 times');
});

test('retries a dead letter that failed because of an unreachable mail server until the server is back', async () => {
  const away = new MailFailed('unreachable', 'The mail server is away.');
  const event = await recorded();
  await parked.park('echo', event, away);
  const { retryAt: first, parkedAt } = await only();
  expect(first!.getTime()).toBeGreaterThan(parkedAt.getTime());
  let isAway = true;
  const tried = jest.fn(() => (isAway ? Promise.reject(away) : Promise.resolve()));
  const due = () => database.query('update parley.parked_reaction set retry_at = clock_timestamp()');
  work(tried);
  await due();
  await eventually(
    'the retry has failed and is put off',
    async () => tried.mock.calls.length === 1 && (await only()).retryAt!.getTime() > Date.now(),
  );
  isAway = false;
  await due();
  await eventually('no event is parked', async () => (await parked.list()).length === 0);
});

test('postpones all dead letters with the same error together after one of them fails', async () => {
  const away = new MailFailed('unreachable', 'The mail server is away.');
  const event = await recorded();
  for (const id of ['one', 'two', 'three']) await parked.park('echo', { ...event, id }, away);
  await database.query('update parley.parked_reaction set event_id = $1 where event_id = $2', [
    event.id,
    'one',
  ]);
  await database.query('update parley.parked_reaction set retry_at = clock_timestamp() - interval $$1 s$$');
  await database.query(
    'update parley.parked_reaction set retry_at = retry_at - interval $$1 s$$ where event_id = $1',
    [event.id],
  );
  const tried = jest.fn(() => Promise.reject(away));
  work(tried);
  await eventually('every retry is put off', async () =>
    (await parked.list()).every(({ retryAt }) => retryAt!.getTime() > Date.now()),
  );
  expect(tried).toHaveBeenCalledTimes(1);
  expect((await parked.list()).map(({ error }) => error)).toEqual(Array(3).fill('The mail server is away.'));
});

test('records an error if the event is missing from the log', async () => {
  const event = await recorded();
  await parked.park('echo', { ...event, id: 'gone' }, 'unreadable');
  work(() => Promise.resolve());
  await parked.retry((await only()).parkedId);
  await eventually('the error names the missing event', async () =>
    (await only()).error.includes('is not in the log'),
  );
});

test('leaves dead letters of unknown reactions to other processes', async () => {
  const event = await recorded();
  await parked.park('foreign', event, 'unreadable');
  await parked.retry((await only()).parkedId);
  await parked.park('echo', event, 'unreadable');
  work(() => Promise.resolve());
  const own = (await parked.list()).find(({ reaction }) => reaction === 'echo');
  await parked.retry(own!.parkedId);
  await eventually('the event is parked', async () => (await parked.list()).length === 1);
  expect(await only()).toMatchObject({ reaction: 'foreign', retryAt: expect.any(Date) });
});

describe('a dead letter whose event only the next release can read', () => {
  const older = () => new UpcastingEventStore(store, {});
  const newer = () => new UpcastingEventStore(store, { Noted: [] });
  const react = jest.fn(() => Promise.resolve());

  beforeEach(async () => {
    react.mockClear();
    await store.append('asked-1', [noted('one')], { expected: 'any', customerId });
    const abort = new AbortController();
    for await (const { events } of older().subscribeAll({ prefixes: ['asked-'], signal: abort.signal })) {
      for (const event of events) await parked.park('echo', event, event.fault);
      abort.abort();
    }
  });

  test('is retried automatically', async () => {
    expect((await only()).retryAt!.getTime()).toBeGreaterThan((await only()).parkedAt.getTime());
  });

  test('remains while no worker can read it, and is handled by a worker that can', async () => {
    await parked.retry((await only()).parkedId);
    const { retryAt: due } = await only();
    work(react, older());
    await eventually('the retry is put off', async () => (await only()).retryAt!.getTime() > due!.getTime());
    expect(react).not.toHaveBeenCalled();
    await stop();
    work(react, newer());
    await parked.retry((await only()).parkedId);
    await eventually('no event is parked', async () => (await parked.list()).length === 0);
    expect(react).toHaveBeenCalledTimes(1);
  });

  test('waits for an administrator after a day of retries', async () => {
    await database.query(
      `update parley.parked_reaction set at = now() - interval '25 hours', retry_at = now()`,
    );
    work(react, older());
    await eventually('no retry is planned', async () => (await only()).retryAt === null);
    expect(react).not.toHaveBeenCalled();
  });
});

test('removes a dead letter that an administrator drops, and finds nothing for an unknown id', async () => {
  await parkedEvent();
  expect(await parked.drop((await only()).parkedId)).toBe(true);
  expect(await parked.list()).toEqual([]);
  expect([await parked.drop('no id'), await parked.retry('no id'), await parked.find('no id')]).toEqual([
    false,
    false,
    undefined,
  ]);
});

async function recorded(): Promise<RecordedEvent> {
  await store.append('asked-1', [noted('one'), noted('two')], { expected: 'any', customerId });
  for await (const event of store.readStream('asked-1', { customerId, from: 1 })) return event;
  throw new Error('nothing was appended');
}

async function parkedEvent(): Promise<RecordedEvent> {
  const event = await recorded();
  await parked.park('echo', event, 'unreadable');
  return event;
}

async function only() {
  const [found] = await parked.list();
  return found!;
}

function work(react: (event: RecordedEvent) => Promise<void>, log: EventStore = store): void {
  const abort = new AbortController();
  const reactions = [{ name: 'echo', prefixes: ['asked-'], react }];
  const done = retryParkedReactions({ store: log, database, reactions }, abort.signal, 5);
  stop = () => {
    abort.abort();
    return done;
  };
}
