import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { RecordedEvent } from '@parley/contracts/events';
import type { Database } from '@parley/platform/database/database';
import { Proof } from '@parley/testing/proof/proof';
import type { Random } from '@parley/testing/proof/random';
import { testDatabase } from '@parley/testing/postgres/test-database';
import { noted } from '@parley/event-sourcing/store/conformance';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { eventually } from '@parley/testing/waiting/eventually';

const customerId = 'acme';
const WRITERS = 32;
/** Number of writers that append through the store; all others write in transactions of their own. */
const POLITE = 8;
const MAX_DELAY_MS = 5_000;

const proof = new Proof('ordering', { unit: 'rounds', small: 1, full: 100 });
const READ_TIMEOUT_MS = proof.timeout(60, 3_600);
const eventsPerRound = proof.size(20_000, 100_000);

test(
  `${WRITERS} writers with delays, two appends per transaction and rollbacks: readers skip no event and get none twice`,
  async () => {
    let [events, rolledBack, slowest, slowestAlone] = [0, 0, 0, 0];
    for (let round = 1; round <= proof.count; round++) {
      const written = await writeAndRead(proof.random.fork());
      events += written.events;
      rolledBack += written.rolledBack;
      slowest = Math.max(slowest, written.slowestMs);
      slowestAlone = Math.max(slowestAlone, written.aloneMs);
      expect(slowestAlone).toBeLessThan(MAX_DELAY_MS);
      // Not in a full run, which shares the machine with other work, so that the machine determines how long readers
      // take.
      if (!proof.isFull) expect(slowest).toBeLessThan(MAX_DELAY_MS);
      proof.progress(round);
      proof.report(round, {
        events,
        'rolled back': rolledBack,
        'slowest delivery under load (ms)': Math.round(slowest),
        'slowest beside the idle transaction alone (ms)': Math.round(slowestAlone),
      });
    }
  },
  proof.timeout(120, 4 * 3_600),
);

interface Written {
  events: number;
  rolledBack: number;
  slowestMs: number;
  /** Time in ms until the delivery of an event that was appended while no transaction but the idle one was open. */
  aloneMs: number;
}

/** Runs one round on an empty log, while another transaction in the same database stays open and idle. */
async function writeAndRead(random: Random): Promise<Written> {
  const database = await testDatabase([EventLog1763700000100]);
  const writing = database.openElsewhere({ max: WRITERS + 1 });
  const elsewhere = database.openElsewhere();
  const here = await PostgresEventStore.open(database);
  const there = await PostgresEventStore.open(elsewhere);
  const idle = await writing.pool.connect();
  try {
    await idle.query('begin');
    await idle.query('create table elsewhere ()');
    const ledger = new Ledger();
    const readers = [
      new Reader(here, ledger, { batchSize: 50, random: random.fork() }),
      new Reader(here, ledger, { batchSize: 1_000, random: random.fork() }),
      new Reader(there, ledger, { batchSize: 400, random: random.fork() }),
    ];
    const reading = Promise.all(readers.map((reader) => reader.run()));
    // If the reader fails, its error is thrown once the writers are done.
    let hasFailed = false;
    reading.catch(() => (hasFailed = true));
    const writers = Array.from({ length: WRITERS }, (_, index) =>
      index < POLITE
        ? writePolitely(here, ledger, random.fork())
        : writeInTransactions(writing, ledger, random.fork()),
    );
    await Promise.all(writers);
    const isRead = () => readers.every(({ seen }) => seen.size >= ledger.committedAt.size);
    await eventually('every reader has read every event', () => hasFailed || isRead(), READ_TIMEOUT_MS);
    const lastAt = performance.now();
    await here.append('order-last', [{ ...noted('done'), type: 'Last' }], { expected: 'any', customerId });
    await reading;
    const aloneMs = performance.now() - lastAt;
    for (const { seen } of readers) expectSame(seen, ledger.committedAt);
    const slowestMs = Math.max(...readers.map((reader) => reader.slowestMs));
    return { events: ledger.committedAt.size, rolledBack: ledger.rolledBack, slowestMs, aloneMs };
  } finally {
    await idle.query('rollback');
    idle.release();
    await Promise.all([here.close(), there.close()]);
    await Promise.all([writing.close(), elsewhere.close()]);
    await database.drop();
  }
}

/** The events that the writers committed or rolled back, according to the database's responses. */
class Ledger {
  /** For each event id, the time in ms of the response to its commit. */
  readonly committedAt = new Map<string, number>();
  rolledBack = 0;

  /** @returns ids for the events of the next append; null once enough events are written */
  draw(random: Random): string[] | null {
    if (this.committedAt.size >= eventsPerRound) return null;
    return Array.from({ length: 1 + random.below(6) }, () => randomUUID());
  }

  commit(ids: string[]): void {
    const now = performance.now();
    for (const id of ids) this.committedAt.set(id, now);
  }
}

/**
 * Reads the log as it grows, and from time to time stops and resumes from its checkpoint. Checks the order of each
 * stream.
 */
class Reader {
  readonly seen = new Set<string>();
  slowestMs = 0;
  private readonly versions = new Map<string, number>();
  private lastPosition = '';
  private checkpoint: string | undefined;
  private done = false;

  constructor(
    private readonly store: PostgresEventStore,
    private readonly ledger: Ledger,
    private readonly options: { batchSize: number; random: Random },
  ) {}

  async run(): Promise<void> {
    const { batchSize, random } = this.options;
    while (!this.done) {
      const stop = new AbortController();
      const from = { after: this.checkpoint, prefixes: ['order-'], batchSize, signal: stop.signal };
      for await (const { events, checkpoint } of this.store.subscribeAll(from)) {
        for (const event of events) this.take(event);
        this.checkpoint = checkpoint;
        if (this.done || random.chance(0.02)) break;
      }
      stop.abort();
    }
  }

  private take({ id, type, stream, version, position }: RecordedEvent): void {
    if (type === 'Last') {
      this.done = true;
      return;
    }
    const committedAt = this.ledger.committedAt.get(id);
    if (committedAt) this.slowestMs = Math.max(this.slowestMs, performance.now() - committedAt);
    if (this.seen.has(id)) throw new Error(`${id} was delivered twice.`);
    const expected = (this.versions.get(stream) ?? -1) + 1;
    if (version !== expected) throw new Error(`${stream}: version ${version} came instead of ${expected}.`);
    if (position <= this.lastPosition) throw new Error(`${position} came after ${this.lastPosition}.`);
    this.seen.add(id);
    this.versions.set(stream, version);
    this.lastPosition = position;
  }
}

/** Name of one of 500 streams, or of one of four streams to which all writers append often. */
function streamFor(random: Random): string {
  return random.chance(0.2) ? `order-busy-${random.below(4)}` : `order-${random.below(500)}`;
}

async function writePolitely(store: PostgresEventStore, ledger: Ledger, random: Random): Promise<void> {
  for (let ids = ledger.draw(random); ids; ids = ledger.draw(random)) {
    const events = ids.map((id) => ({ ...noted('polite'), id }));
    await store.append(streamFor(random), events, { expected: 'any', customerId });
    ledger.commit(ids);
  }
}

async function writeInTransactions(database: Database, ledger: Ledger, random: Random): Promise<void> {
  const client = await database.pool.connect();
  try {
    for (let ids = ledger.draw(random); ids; ids = ledger.draw(random)) {
      const second = random.chance(0.5) ? ledger.draw(random) : null;
      // All writers lock streams in the same order, as the store does.
      const streams = [streamFor(random), streamFor(random)].sort((a, b) => (a < b ? -1 : 1));
      await client.query('begin');
      await append(client, streams[0], ids);
      if (random.chance(0.05)) await pause(random.below(20));
      if (second) await append(client, streams[1], second);
      if (random.chance(0.1)) await pause(random.below(8));
      const both = [...ids, ...(second ?? [])];
      if (random.chance(0.15)) {
        await client.query('rollback');
        ledger.rolledBack += both.length;
      } else {
        await client.query('commit');
        ledger.commit(both);
      }
    }
  } finally {
    client.release();
  }
}

async function append(client: PoolClient, stream: string | undefined, ids: string[]): Promise<void> {
  await client.query(
    `select event_log.append($1, $2, -2, $3::uuid[],
       array_fill('Slow'::text, array[cardinality($3::uuid[])]), array_fill(1::smallint, array[cardinality($3::uuid[])]),
       array_fill('{}'::json, array[cardinality($3::uuid[])]), array_fill('{}'::json, array[cardinality($3::uuid[])]))`,
    [stream, customerId, ids],
  );
}

/**
 * Compares both sets, and prints only the first differences, since a diff of a hundred thousand ids is unreadable.
 */
function expectSame(seen: Set<string>, committed: Map<string, number>): void {
  const skipped = [...committed.keys()].filter((id) => !seen.has(id));
  const invented = [...seen].filter((id) => !committed.has(id));
  expect({ skipped: skipped.slice(0, 5), invented: invented.slice(0, 5) }).toEqual({
    skipped: [],
    invented: [],
  });
}
