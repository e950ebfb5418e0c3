import { Readable } from 'node:stream';
import type { RecordedEvent } from '@parley/contracts/events';
import { EventStore, type EventBatch } from '@parley/event-sourcing/store/event-store';
import { eventsOf } from '../move/copy-log';
import { BackupRefused } from './backup-refused';
import type { StoredEvents } from './manifest';
import { pack, unpacked } from './packed-file';

const BATCH = 500;

/** Writes the events of a log up to a position, in their stored form, one per line. */
export async function storeLog(
  log: EventStore,
  head: string | null,
  folder: string,
  onProgress: (events: number, part: number) => void,
): Promise<StoredEvents> {
  let events = 0;
  async function* lines() {
    for await (const event of eventsOf(log, head)) {
      if (++events % BATCH === 0) onProgress(events, Number(event.position) / Math.max(Number(head), 1));
      yield `${JSON.stringify(event)}\n`;
    }
  }
  const packed = await pack(folder, 'log.ndjson.gz', Readable.from(lines()));
  return { ...packed, engineId: log.engineId, events, head };
}

/** The log in a backup, which can only be read from start to end. */
export class StoredLog extends EventStore {
  readonly engineId: string;

  constructor(
    private readonly folder: string,
    private readonly stored: StoredEvents,
  ) {
    super();
    this.engineId = stored.engineId;
  }

  head(): Promise<string | null> {
    return Promise.resolve(this.stored.head);
  }

  async *subscribeAll(): AsyncIterable<EventBatch> {
    let events: RecordedEvent[] = [];
    for await (const line of linesOf(unpacked(this.folder, this.stored))) {
      events.push(JSON.parse(line) as RecordedEvent);
      if (events.length < BATCH) continue;
      yield { events, checkpoint: events.at(-1)?.position ?? '', caughtUp: false };
      events = [];
    }
    yield { events, checkpoint: this.stored.head ?? '', caughtUp: true };
  }

  get audit(): never {
    throw new BackupRefused('The log of a backup is only read as a whole.');
  }

  append(): Promise<never> {
    return Promise.reject(new BackupRefused('Nothing is appended to the log of a backup.'));
  }

  readStream(): AsyncIterable<RecordedEvent> {
    throw new BackupRefused('The log of a backup is only read as a whole.');
  }
}

/**
 * Splits a text at line feeds only, since users' texts may contain other characters that Node takes for line ends.
 */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let rest: Buffer[] = [];
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString();
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString();
}
