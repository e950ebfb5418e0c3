import type { Fact, RecordedEvent } from '@parley/contracts/events';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { eventually } from '@parley/testing/waiting/eventually';
import type { EventStore } from '../store/event-store';
import { LogFeed } from '../store/log-feed';
import { Aggregates } from './aggregates';
import type { Envelope } from './command';
import { Rejected, type Decider } from './decider';
import { StateCache } from './state-cache';

interface Reserve {
  seats: number;
}
type Reserved = Fact<'Reserved', { seats: number }>;

/** Decider of a row of ten seats in a theatre; its state is the number of free seats. */
const row: Decider<Reserve, number, Reserved> = {
  initialState: 10,
  decide: ({ seats }, free) => {
    if (seats === 0) return [];
    if (seats > free) throw new Rejected('row_full');
    return Array.from({ length: seats }, () => ({ type: 'Reserved', data: { seats: 1 } }));
  },
  evolve: (free, { data }) => free - data.seats,
};

let nextCommand = 1;

function reserve(
  seats: number,
  overrides: { commandId?: string; customerId?: string } = {},
): Envelope<Reserve> {
  return {
    id: 'row-1',
    command: { seats },
    context: {
      commandId: `00000000-0000-4000-8000-${String(nextCommand++).padStart(12, '0')}`,
      customerId: 'acme',
      actor: { type: 'user', id: 'u1' },
      correlationId: 'request',
      causationId: 'click',
      ip: '192.0.2.1',
      now: '2026-01-02T03:04:05.678Z',
      ...overrides,
    },
  };
}

let store: InMemoryEventStore;
let aggregates: Aggregates;
beforeEach(() => {
  store = new InMemoryEventStore();
  aggregates = new Aggregates(store);
});

test('appends the events of a command and returns them with the new state', async () => {
  const executed = await aggregates.execute(row, 'conversation', reserve(2));
  expect(executed).toMatchObject({ state: 8, version: 1, position: store.events[1]?.position });
  expect(executed.events).toHaveLength(2);
  expect(store.events[0]).toMatchObject({
    stream: 'conversation-row-1',
    type: 'Reserved',
    schemaVersion: 1,
    customerId: 'acme',
    actor: { type: 'user', id: 'u1' },
    correlationId: 'request',
    causationId: 'click',
    ip: '192.0.2.1',
    time: '2026-01-02T03:04:05.678Z',
  });
});

test('appends nothing if the command changes nothing, and returns the stream’s last position', async () => {
  await aggregates.execute(row, 'conversation', reserve(3));
  const executed = await aggregates.execute(row, 'conversation', reserve(0));
  const actor = { type: 'user', id: 'u1' };
  const position = store.events[2]?.position;
  expect(executed).toEqual({ state: 7, version: 2, position, actor, events: [] });
});

test('appends nothing if the command is rejected', async () => {
  await expect(aggregates.execute(row, 'conversation', reserve(11))).rejects.toThrow(
    new Rejected('row_full'),
  );
  expect(store.events).toEqual([]);
});

test('decides concurrent commands again on the new state, so that they break no rule together', async () => {
  const outcomes = await Promise.allSettled(
    [4, 4, 4].map((seats) => aggregates.execute(row, 'conversation', reserve(seats))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(rejected?.reason).toMatchObject({ code: 'row_full' });
  expect(store.events).toHaveLength(8);
});

test('appends the same command once if it is executed twice at the same version', async () => {
  const command = reserve(2, { commandId: '00000000-0000-4000-8000-aaaaaaaaaaaa' });
  const [one, two] = await Promise.all([
    aggregates.execute(row, 'conversation', command),
    aggregates.execute(row, 'conversation', command),
  ]);
  expect(one).toEqual(two);
  expect(store.events).toHaveLength(2);
});

test('loads another customer’s aggregate as a missing one', async () => {
  await aggregates.execute(row, 'conversation', reserve(2));
  expect(await aggregates.load(row, 'conversation', 'row-1', 'other')).toEqual({
    state: 10,
    version: null,
    position: null,
    actor: null,
  });
});

test('appends a command marked as first without reading the log', async () => {
  const reads = jest.spyOn(store, 'readStream');
  const executed = await aggregates.execute(row, 'conversation', { ...reserve(2), isFirst: true });
  expect(executed).toMatchObject({ state: 8, version: 1, position: store.events[1]?.position });
  expect(reads).not.toHaveBeenCalled();
});

test('makes a command wait for a concurrent append that begins its stream, without reading the log', async () => {
  const reads = jest.spyOn(store, 'readStream');
  const append = store.append.bind(store);
  const heard: Promise<unknown>[] = [];
  jest.spyOn(store, 'append').mockImplementationOnce(async (...args) => {
    const done = await append(...args);
    heard.push(aggregates.execute(row, 'conversation', reserve(3)));
    return done;
  });
  await aggregates.execute(row, 'conversation', { ...reserve(2), isFirst: true });
  expect(await heard[0]).toMatchObject({ state: 5 });
  expect(reads).not.toHaveBeenCalled();
});

test('decides on the existing events if a command marked as first is not the first', async () => {
  await aggregates.execute(row, 'conversation', reserve(9));
  const first = (seats: number) => ({ ...reserve(seats), isFirst: true });
  await expect(aggregates.execute(row, 'conversation', first(2))).rejects.toThrow(new Rejected('row_full'));
  expect(await aggregates.execute(row, 'conversation', first(1))).toMatchObject({ state: 0, version: 9 });
});

test('rejects a command marked as first only after the log has shown that the aggregate does not exist', async () => {
  const once: Decider<null, number, Reserved> = {
    initialState: 10,
    decide: (_, free) => {
      if (free === 10) throw new Rejected('nothing_reserved');
      return [];
    },
    evolve: (free) => free - 1,
  };
  const command = () => ({ ...reserve(0), command: null, isFirst: true });
  await expect(aggregates.execute(once, 'conversation', command())).rejects.toThrow('nothing_reserved');
  await aggregates.execute(row, 'conversation', reserve(1));
  expect(await aggregates.execute(once, 'conversation', command())).toMatchObject({ events: [], version: 0 });
});

test('rejects a command as busy if other appends come first every time', async () => {
  const contested = new Aggregates({
    engineId: 'log',
    audit: store.audit,
    readStream: (...args: Parameters<EventStore['readStream']>) => store.readStream(...args),
    append: async (...[stream, events, options]: Parameters<EventStore['append']>) => {
      await aggregates.execute(row, 'conversation', reserve(1));
      return store.append(stream, events, options);
    },
    subscribeAll: (options: Parameters<EventStore['subscribeAll']>[0]) => store.subscribeAll(options),
    aboutBetween: (...args: Parameters<EventStore['aboutBetween']>) => store.aboutBetween(...args),
    movedSince: (...args: Parameters<EventStore['movedSince']>) => store.movedSince(...args),
    head: () => store.head(),
  });
  await expect(contested.execute(row, 'conversation', reserve(1))).rejects.toMatchObject({ code: 'busy' });
});

test('appends once and returns the events if the response of the append is lost', async () => {
  const append = store.append.bind(store);
  jest.spyOn(store, 'append').mockImplementationOnce(async (...args) => {
    await append(...args);
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  });
  const { events, state } = await aggregates.execute(row, 'conversation', reserve(1));
  expect([events.length, state, store.events.length]).toEqual([1, 9, 1]);
});

test('runs the code around an append again if another append came first', async () => {
  const seen: [number, number][] = [];
  await aggregates.execute(row, 'conversation', reserve(1), async ({ before, after }, append) => {
    seen.push([before, after]);
    if (seen.length === 1) await aggregates.execute(row, 'conversation', reserve(4));
    return append(reserve(1).context);
  });
  expect(seen).toEqual([
    [10, 9],
    [6, 5],
  ]);
});

test('rejects a command as busy after its deadline and appends nothing', async () => {
  const command = reserve(1);
  const late = { ...command, context: { ...command.context, appendBefore: performance.now() - 1 } };
  await expect(aggregates.execute(row, 'conversation', late)).rejects.toThrow('busy');
  expect(store.events).toEqual([]);
});

describe('the state cache', () => {
  const elsewhere = () => new Aggregates(store);
  const follow = async () => {
    const feed = new LogFeed(store, ['conversation-']);
    const stop = new AbortController();
    aggregates.follow(feed);
    void feed.run(await feed.begin(), stop.signal);
    return stop;
  };

  test('supplies the state for the next command, and the append detects that it is stale', async () => {
    await aggregates.execute(row, 'conversation', reserve(2));
    const reads = jest.spyOn(store, 'readStream');
    expect(await aggregates.execute(row, 'conversation', reserve(2))).toMatchObject({ state: 6, version: 3 });
    expect(reads).not.toHaveBeenCalled();
    await elsewhere().execute(row, 'conversation', reserve(1));
    reads.mockClear();
    expect(await aggregates.execute(row, 'conversation', reserve(2))).toMatchObject({ state: 3, version: 6 });
    expect(reads).toHaveBeenCalledTimes(1);
  });

  test('rejects a command only after the log was read', async () => {
    const room: Decider<'leave' | Reserve, number, Reserved> = {
      ...row,
      decide: (command, free) =>
        command === 'leave' ? [{ type: 'Reserved', data: { seats: -10 } }] : row.decide(command, free),
    };
    const to = (command: 'leave' | Reserve) => ({ ...reserve(0), command });
    await aggregates.execute(room, 'conversation', to({ seats: 10 }));
    await elsewhere().execute(room, 'conversation', to('leave'));
    expect(await aggregates.execute(room, 'conversation', to({ seats: 10 }))).toMatchObject({ state: 0 });
  });

  test('accepts that a command changes nothing, without reading the log, only if the states have reached its `asOf`', async () => {
    const { position } = await aggregates.execute(row, 'conversation', reserve(2));
    const asOf = (at: string) => {
      const command = reserve(0);
      return aggregates.execute(row, 'conversation', {
        ...command,
        context: { ...command.context, asOf: at },
      });
    };
    const reads = jest.spyOn(store, 'readStream');
    await asOf('');
    expect(reads).toHaveBeenCalledTimes(1);
    const stop = await follow();
    await asOf('');
    expect(reads).toHaveBeenCalledTimes(1);
    await asOf(position!);
    expect(reads).toHaveBeenCalledTimes(2);
    await elsewhere().execute(row, 'conversation', reserve(3));
    const isCached = async (): Promise<boolean> => {
      const { state } = await aggregates.getCached(row, 'conversation', {
        id: 'row-1',
        customerId: 'acme',
        asOf: '',
      });
      return state === 5;
    };
    await eventually('the other process has been followed', isCached);
    reads.mockClear();
    expect(await asOf(position!)).toMatchObject({ state: 5, version: 4, events: [] });
    expect(reads).not.toHaveBeenCalled();
    stop.abort();
  });

  test('drops all states when a contact is erased and when the process was frozen', async () => {
    const states = new StateCache();
    let now = 0;
    states.now = () => now;
    const at = { stream: 'conversation-1', customerId: 'acme' };
    const set = () =>
      states.set(row, 'conversation', at, { state: 1, version: 0, position: '1', actor: null });
    let append: Parameters<LogFeed['listen']>[0] = () => undefined;
    states.follow({ listen: (listener: typeof append) => (append = listener) } as unknown as LogFeed);
    set();
    expect(states.get(row, 'conversation', at)).not.toBeNull();
    append([{ type: 'ContactErased', stream: 'contact-1' } as RecordedEvent], '2');
    expect(states.get(row, 'conversation', at)).toBeNull();
    set();
    now = 20_000;
    expect(states.get(row, 'conversation', at)).toBeNull();
  });

  test('drops a state after a minute in a process that does not follow the log', () => {
    const states = new StateCache();
    let now = 0;
    states.now = () => now;
    const at = { stream: 'conversation-1', customerId: 'acme' };
    states.set(row, 'conversation', at, { state: 1, version: 0, position: '1', actor: null });
    now = 60_001;
    expect(states.get(row, 'conversation', at)).toBeNull();
  });

  test('does not use the cached state of a stream for another customer', async () => {
    await aggregates.execute(row, 'conversation', reserve(2));
    await expect(
      aggregates.execute(row, 'conversation', reserve(1, { customerId: 'other' })),
    ).rejects.toMatchObject({ code: 'busy' });
  });
});
