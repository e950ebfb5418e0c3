import { createHash, type Hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { categories, type RecordedEvent } from '@parley/contracts/events';
import { positionsIn, withPositions } from '@parley/contracts/events/positions';
import { WrongExpectedVersion, type EventStore } from '@parley/event-sourcing/store/event-store';
import { toPosition } from '@parley/event-sourcing/store/position';
import type { OrderedAppend } from '@parley/event-sourcing/store/postgres/append-in-order';
import { MoveRefused } from './move-refused';
import { PositionMap } from './position-map';

/** A log to copy into: it takes several events in the order given. */
export interface TargetLog {
  store: EventStore;
  /** Appends all of these or none, in this order. @returns the position of each. */
  appendInOrder?(appends: OrderedAppend[]): Promise<string[]>;
  /** Appends in the order in which they are asked for, whether or not those before are answered. */
  pipeline?: { append(append: OrderedAppend): Promise<string> };
}

export interface Progress {
  /** Events so far. */
  events: number;
  /** Of the log, from 0 to 1. */
  part: number;
}

export interface LogCopy {
  events: number;
  /** SHA-256 over stream, version, id and type of every event, in log order: the same for both logs. */
  digest: string;
  positions: PositionMap;
}

/** Events that one commit takes, and the bytes after which it takes no more. */
const BATCH = 500;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Appends that are on their way at once, where one need not wait for the one before. */
const ON_THEIR_WAY = 512;

const prefixes = categories.map((category) => `${category}-`);

/**
 * Copies every event of a log: same ids, same order, same versions; only positions that events name are put into
 * those of the new log. Personal data stays sealed: hand it the logs as they are stored. What an earlier try has
 * copied stays.
 * @throws MoveRefused where the target holds anything that is not the beginning of this very log
 */
export async function copyLog(
  source: EventStore,
  target: TargetLog,
  onProgress: (progress: Progress) => void,
): Promise<PositionMap> {
  const head = await source.head();
  const positions = new PositionMap();
  const copy = target.pipeline ? new PipelinedCopy(target.pipeline, positions) : new Copy(target, positions);
  const there = eventsOf(target.store, await target.store.head())[Symbol.asyncIterator]();
  let known = await there.next();
  let events = 0;
  for await (const event of eventsOf(source, head)) {
    if (known.done) await copy.add(event);
    else {
      compare(
        event,
        known.value,
        positions,
        'The target already holds another log, or more than a part of this one',
      );
      positions.add(event.position, known.value.position);
      known = await there.next();
    }
    if (++events % BATCH === 0) onProgress({ events, part: partOf(event.position, head) });
  }
  await copy.flush();
  if (!known.done) {
    throw new MoveRefused(
      `The target's log goes on after the end of the source's, with ${nameOf(known.value)}.`,
    );
  }
  onProgress({ events, part: 1 });
  return positions;
}

/**
 * Reads both logs from the start and compares every event.
 * @throws MoveRefused at the first difference
 */
export async function checkCopy(
  source: EventStore,
  target: EventStore,
  positions: PositionMap,
  onProgress: (progress: Progress) => void,
): Promise<LogCopy> {
  const head = await source.head();
  const [read, copied] = [createHash('sha256'), createHash('sha256')];
  const there = eventsOf(target, await target.head())[Symbol.asyncIterator]();
  let events = 0;
  for await (const event of eventsOf(source, head)) {
    const counterpart = await there.next();
    if (counterpart.done) throw new MoveRefused(`The copy ends before ${nameOf(event)}.`);
    compare(event, counterpart.value, positions, 'The copy differs');
    add(read, event);
    add(copied, counterpart.value);
    if (++events % BATCH === 0) onProgress({ events, part: partOf(event.position, head) });
  }
  const more = await there.next();
  if (!more.done) throw new MoveRefused(`The copy holds more than its source: ${nameOf(more.value)}.`);
  const digest = read.digest('hex');
  if (digest !== copied.digest('hex')) throw new MoveRefused('The digests of source and copy differ.');
  onProgress({ events, part: 1 });
  return { events, digest, positions };
}

/** Gathers events and writes them in as few commits as it may. */
class Copy {
  private batch: RecordedEvent[] = [];
  private bytes = 0;

  constructor(
    private readonly target: TargetLog,
    private readonly positions: PositionMap,
  ) {}

  async add(event: RecordedEvent): Promise<void> {
    const size = JSON.stringify(event.data).length;
    const isFull = this.batch.length >= BATCH || this.bytes + size > BATCH_BYTES;
    if (isFull || this.awaits(event)) await this.flush();
    this.batch.push(event);
    this.bytes += size;
  }

  async flush(): Promise<void> {
    const { batch } = this;
    this.batch = [];
    this.bytes = 0;
    if (batch.length === 0) return;
    const appends = batch.map((event) => toAppend(event, this.positions));
    const made = await this.append(appends);
    batch.forEach((event, index) => this.positions.add(event.position, made[index] ?? ''));
  }

  /** Whether the event names one whose new position is not known yet. */
  private awaits(event: RecordedEvent): boolean {
    const [first] = this.batch;
    return first !== undefined && positionsIn(event).some((position) => position >= first.position);
  }

  private append(appends: OrderedAppend[]): Promise<string[]> {
    return orRefused(this.target.appendInOrder?.(appends) ?? this.oneByOne(appends));
  }

  private async oneByOne(appends: OrderedAppend[]): Promise<string[]> {
    const made: string[] = [];
    for (const { stream, customerId, after, event } of appends) {
      const expected = after ?? 'no-stream';
      const { position } = await this.target.store.append(stream, [event], { expected, customerId });
      made.push(position);
    }
    return made;
  }
}

/** Sends one event after the other, and waits only for those that a later one names. */
class PipelinedCopy {
  private readonly sent: { position: string; made: Promise<string> }[] = [];

  constructor(
    private readonly pipeline: NonNullable<TargetLog['pipeline']>,
    private readonly positions: PositionMap,
  ) {}

  async add(event: RecordedEvent): Promise<void> {
    const newest = positionsIn(event).reduce((last, position) => (position > last ? position : last), '');
    // Half of them at a time: what is sent at once shares a packet.
    if (this.sent.length >= ON_THEIR_WAY)
      while (this.sent.length > ON_THEIR_WAY / 2) await this.settleFirst();
    while (this.sent[0] && this.sent[0].position <= newest) await this.settleFirst();
    const made = this.pipeline.append(toAppend(event, this.positions));
    // Heard when it is its turn.
    made.catch(() => undefined);
    this.sent.push({ position: event.position, made });
  }

  async flush(): Promise<void> {
    while (this.sent.length > 0) await this.settleFirst();
  }

  private async settleFirst(): Promise<void> {
    const first = this.sent.shift();
    if (!first) return;
    this.positions.add(first.position, await orRefused(first.made));
  }
}

/** @throws MoveRefused where the stream stands elsewhere than in the source */
async function orRefused<T>(appending: Promise<T>): Promise<T> {
  try {
    return await appending;
  } catch (error) {
    if (!(error instanceof WrongExpectedVersion)) throw error;
    throw new MoveRefused(
      `${error.message}: something else writes to the target, or the source lacks the beginning of that stream.`,
    );
  }
}

function toAppend(event: RecordedEvent, positions: PositionMap): OrderedAppend {
  const { stream, version, position: _position, ...rest } = event;
  return {
    stream,
    customerId: event.customerId,
    after: version === 0 ? null : version - 1,
    event: { ...rest, data: dataOf(event, positions) },
  };
}

/** The data as the copy holds it. Nobody has seen what came after: a position that lies there means all before. */
function dataOf(event: RecordedEvent, positions: PositionMap): unknown {
  const latest = toPosition(BigInt(event.position) - 1n);
  return withPositions(event, (position) => positions.translate(position < latest ? position : latest));
}

/** Every event up to a position, in log order. */
export async function* eventsOf(
  store: EventStore,
  upTo: string | null,
): AsyncGenerator<RecordedEvent, undefined> {
  if (upTo === null) return;
  const stop = new AbortController();
  try {
    for await (const { events, checkpoint } of store.subscribeAll({ prefixes, signal: stop.signal })) {
      for (const event of events) if (event.position <= upTo) yield event;
      if (checkpoint >= upTo) return;
    }
  } finally {
    stop.abort();
  }
}

function compare(event: RecordedEvent, copy: RecordedEvent, positions: PositionMap, complaint: string): void {
  const isSame = isDeepStrictEqual(contentOf({ ...event, data: dataOf(event, positions) }), contentOf(copy));
  if (!isSame) throw new MoveRefused(`${complaint}: ${nameOf(event)} became ${nameOf(copy)}.`);
}

/** All that an event holds but its place in its own log. A field that is left out may also be there as undefined. */
function contentOf({ position: _, ...content }: RecordedEvent): object {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
}

function add(hash: Hash, { stream, version, id, type }: RecordedEvent): void {
  hash.update(`${JSON.stringify([stream, version, id, type])}\n`);
}

function nameOf({ type, id, stream, version }: RecordedEvent): string {
  return `${type} ${id} (${stream}, version ${version})`;
}

function partOf(position: string, head: string | null): number {
  return Number(position) / Math.max(Number(head), 1);
}
