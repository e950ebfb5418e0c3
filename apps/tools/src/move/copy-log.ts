import { createHash, type Hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { categories, type RecordedEvent } from '@parley/contracts/events';
import { positionsIn, withPositions } from '@parley/contracts/events/positions';
import { WrongExpectedVersion, type EventStore } from '@parley/event-sourcing/store/event-store';
import { toPosition } from '@parley/event-sourcing/store/position';
import type { OrderedAppend } from '@parley/event-sourcing/store/postgres/append-in-order';
import { readAhead } from '@parley/event-sourcing/store/read-ahead';
import { MoveRefused } from './move-refused';
import { PositionMap } from './position-map';

/** The log into which events are copied. */
export interface TargetLog {
  store: EventStore;
  /**
   * Appends all events or none, in the given order.
   * @returns the position of each event
   */
  appendInOrder?(appends: OrderedAppend[]): Promise<string[]>;
  /** Appends in the order of the calls, without waiting for earlier responses. */
  pipeline?: Pipeline;
}

export interface Pipeline {
  /** Number of bytes that were sent and are not confirmed yet. */
  readonly waitingBytes: number;
  append(append: OrderedAppend): Promise<string>;
}

export interface Progress {
  /** Number of events copied so far. */
  events: number;
  /** Share of the log that is copied, from 0 to 1. */
  part: number;
}

export interface LogCopy {
  events: number;
  /** SHA-256 over the stream, version, id and type of every event in log order; the same for both logs. */
  digest: string;
  positions: PositionMap;
}

/** Maximum number of events in one commit, and maximum of their bytes. */
const BATCH = 500;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Maximum number of events that were sent and are not confirmed, and maximum of their bytes. */
const ON_THEIR_WAY = 1_024;
const ON_THEIR_WAY_BYTES = 8 * 1024 * 1024;

const prefixes = categories.map((category) => `${category}-`);

/**
 * Copies every event of a log with the same ids, order and versions. Only positions within events are translated to
 * those of the new log. Personal data stays encrypted, so the caller has to pass logs that do not decrypt. Events of
 * an earlier try are not copied again.
 * @throws MoveRefused if the target has events that are not the beginning of this log
 */
export async function copyLog(
  source: EventStore,
  target: TargetLog,
  onProgress: (progress: Progress) => void,
): Promise<PositionMap> {
  const head = await source.head();
  const positions = new PositionMap();
  const copy = target.pipeline ? new PipelinedCopy(target.pipeline, positions) : new Copy(target, positions);
  const there = new Reading(target.store, await target.store.head());
  let events = 0;
  try {
    for await (const batch of batchesOf(source, head)) {
      for (const event of batch) {
        const known = await there.next();
        if (known) {
          compare(
            event,
            known,
            positions,
            'The target already holds another log, or more than a part of this one',
          );
          positions.add(event.position, known.position);
        } else await copy.add(event);
        if (++events % BATCH === 0) onProgress({ events, part: partOf(event.position, head) });
      }
    }
    await copy.flush();
    const more = await there.next();
    if (more) {
      throw new MoveRefused(`The target's log goes on after the end of the source's, with ${nameOf(more)}.`);
    }
  } finally {
    await there.close();
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
  const there = new Reading(target, await target.head());
  let events = 0;
  try {
    for await (const batch of batchesOf(source, head)) {
      for (const event of batch) {
        const counterpart = await there.next();
        if (!counterpart) throw new MoveRefused(`The copy ends before ${nameOf(event)}.`);
        compare(event, counterpart, positions, 'The copy differs');
        add(read, event);
        add(copied, counterpart);
        if (++events % BATCH === 0) onProgress({ events, part: partOf(event.position, head) });
      }
    }
    const more = await there.next();
    if (more) throw new MoveRefused(`The copy holds more than its source: ${nameOf(more)}.`);
  } finally {
    await there.close();
  }
  const digest = read.digest('hex');
  if (digest !== copied.digest('hex')) throw new MoveRefused('The digests of source and copy differ.');
  onProgress({ events, part: 1 });
  return { events, digest, positions };
}

/** Gathers events and appends them in as few commits as possible. */
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

  /** Whether the event contains the position of an event in the batch, whose new position is not known yet. */
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

/** Sends events without awaiting the responses, unless an event contains the position of an earlier one. */
class PipelinedCopy {
  private readonly sent: { position: string; made: Promise<string> }[] = [];

  constructor(
    private readonly pipeline: NonNullable<TargetLog['pipeline']>,
    private readonly positions: PositionMap,
  ) {}

  async add(event: RecordedEvent): Promise<void> {
    const isFull = this.sent.length >= ON_THEIR_WAY || this.pipeline.waitingBytes >= ON_THEIR_WAY_BYTES;
    // Awaits half of the unconfirmed events at a time, so that the next events are sent together and share packets.
    if (isFull) for (let left = this.sent.length / 2; left > 0; left--) await this.settleFirst();
    const newest = positionsIn(event).reduce((last, position) => (position > last ? position : last), '');
    while (this.sent[0] && this.sent[0].position <= newest) await this.settleFirst();
    const made = this.pipeline.append(toAppend(event, this.positions));
    // Prevents an unhandled rejection; an error is thrown when the append is awaited in order.
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

/** @throws MoveRefused if the stream has another version in the target than in the source */
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

/**
 * @returns the event's data with translated positions. A position later than the event itself can only mean
 * everything before the event.
 */
function dataOf(event: RecordedEvent, positions: PositionMap): unknown {
  return withPositions(event, (position) => {
    const latest = toPosition(BigInt(event.position) - 1n);
    return positions.translate(position < latest ? position : latest);
  });
}

/** Yields every event of a log up to a position, in log order. */
export async function* eventsOf(
  store: EventStore,
  upTo: string | null,
): AsyncGenerator<RecordedEvent, undefined> {
  for await (const batch of batchesOf(store, upTo)) yield* batch;
}

/** Yields the batches of a log, and reads the next batch while the current one is processed. */
async function* batchesOf(
  store: EventStore,
  upTo: string | null,
): AsyncGenerator<RecordedEvent[], undefined> {
  if (upTo === null) return;
  for await (const { events, checkpoint } of readAhead((signal) =>
    store.subscribeAll({ prefixes, signal }),
  )) {
    const isLast = checkpoint >= upTo;
    yield isLast ? events.filter(({ position }) => position <= upTo) : events;
    if (isLast) return;
  }
}

/**
 * Reads a log one event at a time, for a comparison with another log. Only the first event of a batch has to be
 * awaited.
 */
class Reading {
  private readonly batches: AsyncIterator<RecordedEvent[]>;
  private batch: RecordedEvent[] = [];
  private at = 0;

  constructor(store: EventStore, upTo: string | null) {
    this.batches = batchesOf(store, upTo);
  }

  /** @returns the next event, undefined at the end */
  next(): RecordedEvent | Promise<RecordedEvent | undefined> {
    return this.batch[this.at++] ?? this.more();
  }

  /** Has to be called if the log is not read to its end. */
  async close(): Promise<void> {
    await this.batches.return?.();
  }

  private async more(): Promise<RecordedEvent | undefined> {
    do {
      const read = await this.batches.next();
      if (read.done) return undefined;
      [this.batch, this.at] = [read.value, 0];
    } while (this.batch.length === 0);
    return this.batch[this.at++];
  }
}

function compare(event: RecordedEvent, copy: RecordedEvent, positions: PositionMap, complaint: string): void {
  if (isSame({ ...event, data: dataOf(event, positions) }, copy)) return;
  throw new MoveRefused(`${complaint}: ${nameOf(event)} became ${nameOf(copy)}.`);
}

/** Compares two events, except their positions. A missing field equals an undefined one. */
function isSame(one: RecordedEvent, other: RecordedEvent): boolean {
  const names = Object.keys(one) as (keyof RecordedEvent)[];
  const more = (Object.keys(other) as typeof names).filter((name) => !(name in one));
  return [...names, ...more].every(
    (name) => name === 'position' || one[name] === other[name] || isDeepStrictEqual(one[name], other[name]),
  );
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
