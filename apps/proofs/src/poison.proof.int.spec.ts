import fc from 'fast-check';
import { v5 as uuidV5 } from 'uuid';
import type { RecordedEvent } from '@parley/contracts/events';
import { schemaVersionOf } from '@parley/contracts/events/upcasters/upcast';
import { historyOf, step } from '@parley/conversations/testing/any-history';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { ProjectionRunner } from '@parley/event-sourcing/projection/projection-runner';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { SetAsideRecords } from '@parley/event-sourcing/projection/set-aside-records';
import type { View } from '@parley/event-sourcing/projection/view';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { toPosition } from '@parley/event-sourcing/store/position';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { SealedEventStore } from '@parley/event-sourcing/store/sealed-event-store';
import { UpcastingEventStore } from '@parley/event-sourcing/store/upcasting-event-store';
import type { Database } from '@parley/platform/database/database';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { id } from '@parley/testing/event-sourcing/history';
import { testDatabase } from '@parley/testing/postgres/test-database';
import { Proof } from '@parley/testing/proof/proof';
import type { Random } from '@parley/testing/proof/random';
import { InMemorySubjectKeys } from '@parley/testing/security/in-memory-subject-keys';
import { migrations } from '@parley/server/migrations';
import { views } from '@parley/server/features';
import { Organisation } from '@parley/server/testing/organisation';

const ORGANISATIONS = 10;
const STEPS = 12;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const proof = new Proof('poison', { unit: 'histories', small: views.length, full: 1_000 });

test(
  'events of one of ten organisations that a view cannot fold affect none of the nine others, and a rebuild of the corrected log loses nothing',
  async () => {
    const database = await testDatabase(migrations);
    const total = { events: 0, poisoned: 0, 'streams set aside': 0, 'organisations set aside': 0 };
    try {
      for (let history = 1; history <= proof.count; history++) {
        const view = views[history % views.length]!;
        const found = await poisonOne(database, view, proof.random.fork());
        total.events += found.events;
        total.poisoned += found.poisoned;
        total['streams set aside'] += found.streams;
        total['organisations set aside'] += found.organisations;
        proof.progress(history);
        proof.report(history, total);
      }
    } finally {
      await database.drop();
    }
    expect(total['streams set aside']).toBeGreaterThan(0);
  },
  proof.timeout(120, 3_600),
);

/**
 * Runs one history of ten organisations, one of which has poisoned events: folds it, corrects the events, and folds
 * it again.
 */
async function poisonOne(database: Database, view: View, random: Random) {
  const log = interleaved(random);
  const bad = random.pick([...new Set(log.map(({ customerId }) => customerId))]);
  const theirs = log.filter(
    ({ customerId, stream }) =>
      customerId === bad && view.prefixes.some((prefix) => stream.startsWith(prefix)),
  );
  const count = random.chance(0.1) ? theirs.length : 1 + random.below(6);
  const poisoned = new Map(
    random
      .shuffled(theirs)
      .slice(0, count)
      .map((event) => [event.id, random.below(7)]),
  );
  await fill(
    database,
    log.map((event) => poison(event, poisoned.get(event.id), random)),
  );
  const raw = await PostgresEventStore.open(database);
  const store = new UpcastingEventStore(new SealedEventStore(raw, new InMemorySubjectKeys()));
  const progress = new PostgresViews(database);
  const records = new SetAsideRecords(database);
  const batchSize = 1 + random.below(200);
  const isInjected = ({ id }: RecordedEvent) => poisoned.get(id) === 0;
  const stop = new AbortController();
  const running: Promise<void>[] = [];
  const foldWith = async (folded: View, from: EventStore = store) => {
    const runner = new ProjectionRunner(inBatches(from, batchSize), database, folded, progress);
    running.push(runner.run(stop.signal));
    const head = log.at(-1)!.position;
    while (!(await progress.waitFor(folded.name, head, 100))) {
      const { state, error } = runner.status();
      if (state === 'halted') throw new Error(`${folded.name} has halted: ${error}`);
    }
  };
  try {
    await foldWith(failingAt(view, isInjected));
    await foldWith(named(view, 'nine'), without(store, bad));
    const found = await records.list();
    expect(found.filter(({ customerId }) => customerId !== bad)).toEqual([]);
    const idsOfBad = new Set(log.flatMap((event) => (event.customerId === bad ? idsIn(event) : [])));
    const nine = await contentsOf(database, `${view.name}_nine`);
    expect(rowsOf(nine)).toBeGreaterThan(0);
    expect(withoutRowsOf(idsOfBad, await contentsOf(database, view.name))).toEqual(nine);

    await mend(
      database,
      log.filter(({ id }) => poisoned.has(id)),
    );
    await rebuildView(store, database, view, { fresh: true });
    await foldWith(named(view, 'all'));
    expect(await records.list()).toEqual([]);
    expect(await contentsOf(database, view.name)).toEqual(await contentsOf(database, `${view.name}_all`));
    const organisations = found.filter(({ stream }) => stream === null).length;
    const streams = found.length - organisations;
    return { events: log.length, poisoned: poisoned.size, streams, organisations };
  } finally {
    stop.abort();
    await Promise.all(running);
    await raw.close();
    await empty(database, view);
  }
}

/** Merges the histories of ten organisations in random order. Each organisation has its own ids. */
function interleaved(random: Random): RecordedEvent[] {
  const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' });
  const seed = random.below(2 ** 31);
  const histories = fc.sample(steps, { numRuns: ORGANISATIONS, seed }).flatMap((drawn, nth) =>
    bothOf(historyOf(drawn).events as RecordedEvent[], `everything${nth}`).map((events) => ({
      own: (id: string) => uuidV5(`${nth}`, id),
      events: [...events],
      positions: new Map<string, string>(),
    })),
  );
  const log: RecordedEvent[] = [];
  for (let left = histories; left.length > 0; left = left.filter(({ events }) => events.length > 0)) {
    const { own, events, positions } = random.pick(left);
    const event = events.shift()!;
    positions.set(event.position, toPosition(String(log.length + 1)));
    const text = JSON.stringify(event).replaceAll(UUID, own);
    const placed = text.replaceAll(/"(\d{20})"/g, (_, at: string) => `"${positions.get(at) ?? at}"`);
    const moved = JSON.parse(placed) as RecordedEvent;
    log.push({ ...moved, schemaVersion: schemaVersionOf(moved.type) });
  }
  return log;
}

/** A history of conversations, and the events of the other objects of its organisation. */
function bothOf(events: RecordedEvent[], name: string): RecordedEvent[][] {
  const { story, customerId } = new Organisation(name);
  const text = JSON.stringify(story.events).replaceAll(customerId, id('customer'));
  const streams = new Set(events.map(({ stream }) => stream));
  return [events, (JSON.parse(text) as RecordedEvent[]).filter(({ stream }) => !streams.has(stream))];
}

/**
 * Changes an event as an attacker, a bug or another release may have written it.
 * @param kind kind of the change; with 0 the event stays unchanged, and only the view fails at it
 */
function poison(event: RecordedEvent, kind: number | undefined, random: Random): RecordedEvent {
  const data = event.data as Record<string, unknown>;
  const field = random.pick([...Object.keys(data), 'unheardOf']);
  switch (kind) {
    case 1:
      return { ...event, data: everyText(data, 'a\0b') };
    case 2:
      return { ...event, data: everyText(data, 'a\ud800b') };
    case 3:
      return { ...event, data: { ...data, [field]: random.pick([null, 7, 'no id', { a: [1] }, []]) } };
    case 4:
      return { ...event, type: 'NeverHeardOf' };
    case 5:
      return { ...event, schemaVersion: 99 };
    case 6:
      return {
        ...event,
        data: { ...data, subject: 'nobody', personal: 'v1.bm90IHNlYWxlZCBieSB1cywgYW5kIGxvbmcgZW5vdWdo' },
      };
    default:
      return event;
  }
}

/** Replaces every text within a value. */
function everyText(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => everyText(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, everyText(item, text)]));
}

/** Inserts the events directly into the tables, since an append would refuse some of them. */
async function fill(database: Database, log: RecordedEvent[]): Promise<void> {
  const column = (of: (event: RecordedEvent) => unknown) => log.map(of);
  await database.query(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::smallint[], $7::json[],
                            $8::json[], $9::bigint[])
                as g (stream, customer_id, version, id, type, schema_version, data, metadata, position)),
     streams as (
       insert into event_log.stream (name, customer_id, version)
       select stream, customer_id, max(version) from given group by 1, 2 returning no, name)
     insert into event_log.event (position, stream_no, version, id, type, schema_version, data, metadata)
     select g.position, s.no, g.version, g.id, g.type, g.schema_version, g.data, g.metadata
       from given g join streams s on s.name = g.stream`,
    [
      column(({ stream }) => stream),
      column(({ customerId }) => customerId),
      column(({ version }) => version),
      column(({ id }) => id),
      column(({ type }) => type),
      column(({ schemaVersion }) => schemaVersion),
      column(({ data }) => JSON.stringify(data)),
      column(({ actor, correlationId, causationId, time }) =>
        JSON.stringify({ actor, correlationId, causationId, time }),
      ),
      column(({ position }) => position),
    ],
  );
  await database.query(`select setval('event_log.position', $1)`, [log.length]);
}

/** Replaces the poisoned events by their originals. */
async function mend(database: Database, events: RecordedEvent[]): Promise<void> {
  await database.query(
    `update event_log.event e set type = m.type, schema_version = m.schema_version, data = m.data
       from unnest($1::uuid[], $2::text[], $3::smallint[], $4::json[]) as m (id, type, schema_version, data)
      where e.id = m.id`,
    [
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ schemaVersion }) => schemaVersion),
      events.map(({ data }) => JSON.stringify(data)),
    ],
  );
}

async function empty(database: Database, { name }: View): Promise<void> {
  for (const schema of [name, `${name}_nine`, `${name}_all`])
    await database.query(`drop schema if exists "${schema}" cascade`);
  await database.query(
    `truncate event_log.event, event_log.stream, parley.change, parley.view_checkpoint, parley.set_aside`,
  );
}

/** A view with the same code under another name. */
function named(view: View, suffix: string): View {
  return { ...view, name: `${view.name}_${suffix}`, project: (events, tx) => view.project(events, tx) };
}

function failingAt(view: View, fails: (event: RecordedEvent) => boolean): View {
  return {
    ...view,
    project: async (events, tx) => {
      const changes = await view.project(events, tx);
      if (events.some(fails)) throw new TypeError('A bug.');
      return changes;
    },
  };
}

function inBatches(store: EventStore, batchSize: number): EventStore {
  const subscribeAll: EventStore['subscribeAll'] = (options) => store.subscribeAll({ ...options, batchSize });
  return Object.assign(Object.create(store) as EventStore, { subscribeAll });
}

/** The log without the events of an organisation. */
function without(store: EventStore, customerId: string): EventStore {
  async function* subscribeAll(options: Parameters<EventStore['subscribeAll']>[0]) {
    for await (const batch of store.subscribeAll(options)) {
      yield { ...batch, events: batch.events.filter((event) => event.customerId !== customerId) };
    }
  }
  return Object.assign(Object.create(store) as EventStore, { subscribeAll });
}

function idsIn(value: unknown): string[] {
  return JSON.stringify(value).match(UUID) ?? [];
}

function withoutRowsOf(ids: Set<string>, contents: Record<string, unknown[]>): Record<string, unknown[]> {
  const kept = Object.entries(contents).map(([table, rows]) => [
    table,
    rows.filter((row) => !idsIn(row).some((id) => ids.has(id))),
  ]);
  return Object.fromEntries(kept) as Record<string, unknown[]>;
}

function rowsOf(contents: Record<string, unknown[]>): number {
  return Object.values(contents).flat().length;
}
