import { isConnectionError, type Database } from '@parley/platform/database/database';
import { AppendTooLarge, WrongExpectedVersion, type ExpectedVersion, type NewEvent } from '../event-store';
import { toPosition } from '../position';
import { requireStorable } from '../storable';

const MAX_BYTES = 1024 * 1024;
/** Maximum number of appends that share a commit. */
const BATCH = 64;
/** Number of concurrent commits: while the first waits for the disk, appends gather for the second. */
const LANES = 2;

interface Row {
  outcome: 'appended' | 'repeated' | 'conflict';
  last_version: string | null;
  last_position: string | null;
}

export interface Appended {
  version: number;
  position: string;
}

interface PendingAppend {
  stream: string;
  customerId: string;
  expected: ExpectedVersion;
  ids: string[];
  types: string[];
  schemaVersions: number[];
  data: string[];
  metadata: string[];
  resolve(appended: Appended): void;
  reject(error: unknown): void;
}

/** Groups concurrent appends: appends that arrive while earlier ones are being committed share the next commit. */
export class AppendQueue {
  private readonly queue: PendingAppend[] = [];
  private busy = 0;

  constructor(
    private readonly database: Database,
    private readonly onAppended: () => void,
  ) {}

  /** @throws AppendTooLarge or WrongExpectedVersion */
  append(
    stream: string,
    events: NewEvent[],
    expected: ExpectedVersion,
    customerId: string,
  ): Promise<Appended> {
    if (events.length === 0) throw new Error(`An append to ${stream} without events.`);
    requireStorable(stream, events);
    const data = events.map((event) => JSON.stringify(event.data));
    const metadata = events.map((event) => JSON.stringify(metadataOf(event)));
    const bytes = [...data, ...metadata].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes >= MAX_BYTES)
      throw new AppendTooLarge(`${stream}: an append of ${bytes} bytes; files go by reference.`);
    return new Promise((resolve, reject) => {
      this.queue.push({
        stream,
        customerId,
        expected,
        ids: events.map(({ id }) => id),
        types: events.map(({ type }) => type),
        schemaVersions: events.map(({ schemaVersion }) => schemaVersion),
        data,
        metadata,
        resolve,
        reject,
      });
      this.next();
    });
  }

  private next(): void {
    while (this.busy < LANES && this.queue.length > 0) {
      // Every process locks streams in the same order; otherwise two commits could deadlock.
      const batch = this.queue.splice(0, BATCH).sort((a, b) => compare(a.stream, b.stream));
      this.busy++;
      void this.commit(batch).finally(() => {
        this.busy--;
        this.next();
      });
    }
  }

  private async commit(batch: PendingAppend[]): Promise<void> {
    try {
      const rows = await this.run(batch);
      if (rows.some(({ outcome }) => outcome === 'appended')) this.onAppended();
      batch.forEach((append, index) => settle(append, rows[index]));
    } catch (error) {
      if (batch.length === 1 && !isConnectionError(error)) return batch[0]?.reject(error);
      // One of the appends is at fault, or it is unknown whether they were committed. Committing each alone is safe,
      // since a repeated append is a no-op.
      for (const append of batch) await this.commitAlone(append);
    }
  }

  private async commitAlone(append: PendingAppend): Promise<void> {
    try {
      const [row] = await this.run([append]);
      this.onAppended();
      settle(append, row);
    } catch (error) {
      append.reject(error);
    }
  }

  private async run(batch: PendingAppend[]): Promise<Row[]> {
    const { rows } = await this.database.query<Row & { [column: string]: unknown }>(
      'select outcome, last_version, last_position from event_log.append_all($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        batch.map(({ stream }) => stream),
        batch.map(({ customerId }) => customerId),
        batch.map(({ expected }) => (expected === 'no-stream' ? -1 : expected === 'any' ? -2 : expected)),
        batch.map(({ ids }) => ids.length),
        batch.flatMap(({ ids }) => ids),
        batch.flatMap(({ types }) => types),
        batch.flatMap(({ schemaVersions }) => schemaVersions),
        batch.flatMap(({ data }) => data),
        batch.flatMap(({ metadata }) => metadata),
      ],
    );
    return rows;
  }
}

function settle(append: PendingAppend, row: Row | undefined): void {
  if (!row) return append.reject(new Error(`The log did not answer the append to ${append.stream}.`));
  if (row.outcome === 'conflict') {
    const actual = row.last_version === null ? null : Number(row.last_version);
    return append.reject(new WrongExpectedVersion(append.stream, append.expected, actual));
  }
  append.resolve({ version: Number(row.last_version), position: toPosition(row.last_position ?? '') });
}

function metadataOf({ actor, correlationId, causationId, ip, time }: NewEvent) {
  return { actor, correlationId, causationId, ip, time };
}

/** Compares by code unit, so that the order is the same in every process, whatever its locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
