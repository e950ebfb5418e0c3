import type { RecordedEvent } from '@parley/contracts/events';
import type { Database, Sql } from '@parley/platform/database/database';
import { backoff, pause } from '@parley/platform/database/retry';
import type { EventBatch, EventStore } from '../store/event-store';
import { readAhead } from '../store/read-ahead';
import { tallyOf, type Tally } from '../store/tally';
import { movedTo } from './checkpoint-tally';
import { abortable, FoldAborted, FoldRetries, LOCK_TIMEOUT, STATEMENT_TIMEOUT } from './fold-retries';
import { LiveWork } from './live-work';
import { foldCarefully, foldWhole, Unfoldable, type FoldMode } from './containment';
import { forgetSetAside, SetAside } from './set-aside';
import type { View } from './view';
import {
  createIndexes,
  createSchema,
  ddlHash,
  fold,
  loadCheckpoint,
  START,
  withoutWaitingForDisk,
} from './view-schema';

/**
 * Number of events per batch of a fill. Larger than live batches, so that fewer statements write the same rows, since
 * no client waits for them.
 */
export const FILL_BATCH = 4_000;
/**
 * With more events ahead than this, a fill shares its reading of the log with other fills, and yields to other users
 * of the database.
 */
const LONG = 20_000;
/** Time in ms for which a fill may keep the others waiting; after that it reads the log by itself. */
const PATIENCE_MS = 10_000;

export interface FillProgress {
  view: string;
  /** Number of events folded since this run began. */
  events: number;
  /** Position at which this run began. Like the other positions, a fixed-width number. */
  from: string;
  position: string;
  target: string;
}

/** Share of this run that is done, from 0 to 1. Estimated from positions, which grow evenly enough. */
export function partOf({
  from,
  position,
  target,
}: Pick<FillProgress, 'from' | 'position' | 'target'>): number {
  const whole = BigInt(target) - BigInt(from);
  return whole === 0n ? 1 : Number(((BigInt(position) - BigInt(from)) * 10_000n) / whole) / 10_000;
}

export interface FillOptions {
  /** Stops the fill between two batches when it aborts; the rows written by then stay. */
  signal?: AbortSignal;
  onProgress?: (progress: FillProgress) => void;
  /** Number of events per transaction; 4,000 by default. */
  batchSize?: number;
}

export class FillStopped extends Error {}

/** Thrown if another process fills the same tables or has discarded them. */
export class FillSuperseded extends Error {}

/**
 * A view's tables in a schema of their own beside the live schema, filled from the log with a checkpoint of their
 * own. If the process ends, the schema remains, and another process continues the fill.
 */
export class SideView {
  private position = START;
  private from = START;
  private events = 0;
  private indexed = false;
  private aside: SetAside | undefined;
  private readonly others: LiveWork;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly view: View,
    readonly schema: string,
    private readonly options: FillOptions,
    /** Counts failed folds over the whole rebuild, which may open this schema several times. */
    private readonly retries = new FoldRetries(),
  ) {
    this.others = new LiveWork(database);
  }

  /** @param fresh drops the tables of an earlier run instead of continuing them */
  async open(fresh: boolean): Promise<void> {
    await this.transaction(async (tx) => {
      const found = await loadCheckpoint(tx, this.schema, true);
      const bare = this.bareHash();
      const isOurs = found?.engineId === this.store.engineId && (await schemaExists(tx, this.schema));
      if (!fresh && isOurs && [bare, ddlHash(this.view)].includes(found.ddlHash)) {
        this.position = this.from = found.position;
        this.indexed = found.ddlHash !== bare;
        this.aside = await this.loadAside(tx);
        return;
      }
      this.position = this.from = START;
      this.indexed = false;
      await createSchema(tx, this.view, this.schema);
      await forgetSetAside(tx, this.schema);
      this.aside = await this.loadAside(tx);
      await tx.query(
        `insert into parley.view_checkpoint (view, position, engine_id, ddl_hash, changes_after)
         values ($1, $2, $3, $4, $2)
         on conflict (view) do update set position = $2, engine_id = $3, ddl_hash = $4, changes_after = $2`,
        [this.schema, START, this.store.engineId, bare],
      );
    });
  }

  /** Whether this schema includes events after a position. */
  isBeyond(position: string): boolean {
    return this.position > position;
  }

  /**
   * Folds everything up to `target`, which has to be safe to read.
   * @param given a transaction to use for all events; by default each batch has its own
   * @throws FillStopped if the signal aborts
   * @throws FillSuperseded if another process took over
   */
  async fill(target: string, given?: Sql): Promise<void> {
    if (this.position >= target) return;
    const { prefixes } = this.view;
    const batchSize = this.options.batchSize ?? FILL_BATCH;
    const isLong = !given && this.store.aboutBetween(this.position, target) > LONG;
    const options = {
      after: this.position,
      prefixes,
      batchSize,
      together: isLong ? { batchSize, patienceMs: PATIENCE_MS } : undefined,
    };
    const read = (signal: AbortSignal) => this.store.subscribeAll({ ...options, signal });
    for await (const batch of readAhead(read, this.options.signal)) {
      if (this.options.signal?.aborted) break;
      const checkpoint = batch.checkpoint < target ? batch.checkpoint : target;
      const begun = performance.now();
      const events = batch.events.filter(({ position }) => position <= target);
      // A failed statement would make the caller's transaction unusable, so errors are contained in savepoints.
      if (given) await this.commit(events, checkpoint, 'careful', given);
      else await this.commitInPieces({ ...batch, events, checkpoint });
      this.position = checkpoint;
      this.events += events.length;
      const { view, from, position } = this;
      this.options.onProgress?.({ view: view.name, events: this.events, from, position, target });
      if (position >= target) return;
      if (isLong) await this.others.yieldTo(performance.now() - begun, this.options.signal);
    }
    throw new FillStopped();
  }

  /** Creates the indexes, which are omitted while the tables are filled. */
  async index(): Promise<void> {
    if (this.indexed) return;
    await this.transaction(async (tx) => {
      await createIndexes(tx, this.view, this.schema);
      await tx.query('update parley.view_checkpoint set ddl_hash = $2 where view = $1', [
        this.schema,
        ddlHash(this.view),
      ]);
    });
    this.indexed = true;
  }

  async discard(): Promise<void> {
    await this.database.transaction((tx) => discardSchema(tx, this.schema));
  }

  /** Folds a batch in one transaction. If that transaction is aborted, folds event by event. */
  private async commitInPieces(batch: EventBatch): Promise<void> {
    let failures = 0;
    for (let rest = batch; this.position < batch.checkpoint;) {
      const piece = this.retries.cut(rest);
      try {
        await this.commitAlone(piece, this.retries.modeOf(piece));
        this.position = piece.checkpoint;
        failures = 0;
      } catch (error) {
        if (!(error instanceof FoldAborted)) throw error;
        // Counted before any statement that may itself fail.
        this.retries.failed(piece, error, performance.now());
        this.aside = undefined;
        // The commit may have succeeded although its response was lost; a commit in progress still has the lock.
        const found = await loadCheckpoint(this.database, this.schema, true);
        if (found?.position === piece.checkpoint) this.position = piece.checkpoint;
        else {
          await pause(backoff(++failures), this.options.signal ?? new AbortController().signal);
        }
        if (this.options.signal?.aborted) throw new FillStopped();
      }
      rest = { ...batch, events: rest.events.filter(({ position }) => position > this.position) };
    }
  }

  private async commitAlone({ events, checkpoint }: EventBatch, mode: FoldMode): Promise<void> {
    const commit = (how: FoldMode) =>
      abortable((begun) =>
        this.transaction(async (tx) => {
          await tx.query(
            `set local statement_timeout = '${STATEMENT_TIMEOUT}'; set local lock_timeout = '${LOCK_TIMEOUT}'`,
          );
          begun();
          await this.commit(events, checkpoint, how, tx);
        }),
      );
    try {
      await commit(mode);
    } catch (error) {
      if (!(error instanceof Unfoldable)) throw error;
      await commit('careful');
    }
  }

  private async commit(events: RecordedEvent[], checkpoint: string, mode: FoldMode, tx: Sql): Promise<void> {
    const { view, schema } = this;
    const aside = (this.aside ?? (await this.loadAside(tx))).draft();
    const foldThese = (these: RecordedEvent[]) => fold(tx, view, schema, these);
    if (mode === 'whole') await foldWhole(events, aside, foldThese);
    else if (mode === 'careful') await foldCarefully(tx, events, aside, { view, schema }, foldThese);
    else for (const event of aside.left(events)) aside.add(event, mode.quarantine);
    await aside.save(tx);
    await this.moveTo(checkpoint, tallyOf(events), tx);
    this.aside = aside;
  }

  private loadAside(tx: Sql): Promise<SetAside> {
    return SetAside.load(tx, this.view.name, this.schema, '');
  }

  private transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await withoutWaitingForDisk(tx);
      return work(tx);
    });
  }

  private async moveTo(checkpoint: string, { events, positions }: Tally, tx: Sql): Promise<void> {
    const move = movedTo('c', { position: '$2', events: '$4::bigint', positions: '$5::bigint' });
    const { rowCount } = await tx.query(
      `update parley.view_checkpoint c set ${move} where view = $1 and position = $3`,
      [this.schema, checkpoint, this.position, events, positions.toString()],
    );
    if (rowCount === 0) {
      throw new FillSuperseded(`Something else has filled or removed ${this.schema} meanwhile.`);
    }
  }

  /** The hash of the DDL without indexes; a schema with this hash is not filled completely. */
  private bareHash(): string {
    return ddlHash({ ...this.view, indexes: undefined });
  }
}

/** Removes a schema, its checkpoint and its quarantines. */
export async function discardSchema(tx: Sql, schema: string): Promise<void> {
  await tx.query(`drop schema if exists "${schema}" cascade`);
  await tx.query('delete from parley.view_checkpoint where view = $1', [schema]);
  await forgetSetAside(tx, schema);
}

async function schemaExists(tx: Sql, schema: string): Promise<boolean> {
  const { rows } = await tx.query('select from pg_namespace where nspname = $1', [schema]);
  return rows.length > 0;
}
