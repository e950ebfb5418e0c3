import type { RecordedEvent } from '@parley/contracts/events';
import { isConnectionError, prepareFor, type Database, type Sql } from '@parley/platform/database/database';
import { backoff, pause } from '@parley/platform/database/retry';
import { LeaseLost, type Lease } from '@parley/platform/lease/lease';
import { isTraced, tracedForAll } from '@parley/platform/telemetry/tracing';
import { ForeignLog, type EventBatch, type EventStore } from '../store/event-store';
import { foldCarefully, foldWhole, Unfoldable } from './containment';
import type { PostgresViews } from './postgres-views';
import { rebuildView } from './rebuild';
import { SetAside, type SetAsideStream } from './set-aside';
import { FillStopped } from './side-view';
import type { Change, View } from './view';
import {
  createIndexes,
  createSchema,
  ddlHash,
  loadCheckpoint,
  searchPath,
  START,
  type Checkpoint,
} from './view-schema';

const CLEANUP_EVERY_MS = 5 * 60_000;

/**
 * `halted`: the view or its engine is at fault and it stands still, before the batch at `position`, until it is restarted.
 * `standing-by`: another process owns it.
 */
export type ViewState = 'starting' | 'catching-up' | 'live' | 'halted' | 'standing-by' | 'stopped';

export interface ViewStatus {
  view: string;
  state: ViewState;
  /** The checkpoint. */
  position: string;
  /** Why it halted, or what it is retrying. */
  error?: string;
  /** The first and last event of the batch that halted it. */
  failedBatch?: { from: string; to: string };
}

export interface ProjectionHooks {
  /** A batch was committed. */
  onBatch?(status: ViewStatus, events: number, ms: number): void;
  /** The database is away; the batch is tried again. */
  onRetry?(status: ViewStatus, error: unknown): void;
  /** An alarm: the view goes on without this until somebody acts. */
  onSetAside?(found: SetAsideStream): void;
  /** An alarm: nothing more is folded until somebody acts. */
  onHalt?(status: ViewStatus, error: unknown): void;
}

/** Somebody else moved the checkpoint: going on would fold events twice. */
export class CheckpointMoved extends Error {}

interface Committed {
  hasChanges: boolean;
  added: SetAsideStream[];
}

/**
 * Keeps one view up to date: folds the log into it, batch by batch, rows and checkpoint in one transaction. A stream that
 * cannot be folded is set aside, in that transaction too, and all others go on.
 */
export class ProjectionRunner {
  private state: ViewState = 'starting';
  private position = START;
  private error?: string;
  private failedBatch?: { from: string; to: string };
  private nextCleanup = 0;
  /** Refuses commits once the lease is lost. */
  private owned: Database;
  private lease: Lease | undefined;
  private aside: SetAside | undefined;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly view: View,
    private readonly views: PostgresViews,
    private readonly hooks: ProjectionHooks = {},
  ) {
    this.owned = database;
  }

  status(): ViewStatus {
    const { state, position, error, failedBatch } = this;
    return { view: this.view.name, state, position, error, failedBatch };
  }

  /**
   * Runs until `signal` aborts or the view halts. With a lease, which every commit shows, it also ends when that is
   * lost, and may be run again.
   * @throws ForeignLog where the view was filled from another log.
   */
  async run(signal: AbortSignal, lease?: Lease): Promise<void> {
    this.lease = lease;
    this.owned = lease?.guard(this.database) ?? this.database;
    this.state = 'starting';
    this.aside = undefined;
    try {
      const checkpoint = await this.retrying(signal, () => this.prepare(signal));
      if (!checkpoint) return this.end(lease);
      this.position = checkpoint.position;
      this.state = 'catching-up';
      const { prefixes } = this.view;
      for await (const batch of this.store.subscribeAll({ after: this.position, prefixes, signal })) {
        await this.handle(batch, signal);
        if (signal.aborted) break;
      }
      this.end(lease);
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof FillStopped) return this.end(lease);
      this.halt(error);
      if (error instanceof ForeignLog) throw error;
    }
  }

  private async handle(batch: EventBatch, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    let hasChanges = false;
    if (batch.checkpoint > this.position) {
      let attempts = 0;
      try {
        const committed = await tracedForAll(
          `project ${this.view.name}`,
          () => batch.events.map(({ correlationId }) => correlationId),
          () => this.retrying(signal, () => this.commit(batch, attempts++ > 0)),
        );
        if (!committed) return;
        ({ hasChanges } = committed);
        for (const found of committed.added) this.hooks.onSetAside?.(found);
      } catch (error) {
        this.failedBatch = { from: batch.events[0]?.position ?? batch.checkpoint, to: batch.checkpoint };
        throw error;
      }
      this.position = batch.checkpoint;
    }
    this.state = batch.caughtUp ? 'live' : 'catching-up';
    this.views.advanced(this.view.name, this.position, { hasChanges });
    this.hooks.onBatch?.(this.status(), batch.events.length, performance.now() - started);
    await this.retrying(signal, () => this.cleanUp());
  }

  private async commit(batch: EventBatch, again: boolean): Promise<Committed> {
    try {
      return await this.attempt(batch, { again, careful: false });
    } catch (error) {
      if (!(error instanceof Unfoldable)) throw error;
      return this.attempt(batch, { again, careful: true });
    }
  }

  private async attempt(
    batch: EventBatch,
    { again, careful }: { again: boolean; careful: boolean },
  ): Promise<Committed> {
    const { aside, ...committed } = await this.database.transaction(async (tx) => {
      const found = await this.enter(tx);
      // The commit that lost its connection succeeded without our hearing of it.
      if (again && found?.position === batch.checkpoint) return { hasChanges: true, added: [] };
      if (found?.position !== this.position) {
        throw new CheckpointMoved(
          `The view ${this.view.name} is at ${found?.position ?? 'no position'} instead of ${this.position}: something else folds it too.`,
        );
      }
      const aside = await this.asideAt(found.asideVersion, tx);
      const changes = await this.fold(batch.events, aside, careful, tx);
      const added = await aside.save(tx);
      await tx.query('update parley.view_checkpoint set position = $2 where view = $1', [
        this.view.name,
        batch.checkpoint,
      ]);
      return { hasChanges: changes.length > 0, added, aside };
    });
    this.aside = aside ?? this.aside;
    return committed;
  }

  private fold(events: RecordedEvent[], aside: SetAside, careful: boolean, tx: Sql): Promise<Change[]> {
    const foldThese = async (these: RecordedEvent[]) => {
      const changes = await this.view.project(these, tx);
      await saveChanges(tx, this.view.name, changes, tracedAmong(these));
      return changes;
    };
    return careful ? foldCarefully(tx, events, aside, foldThese) : foldWhole(events, aside, foldThese);
  }

  /** What is left out, as it is at the moment: a rebuild, or an operator, may have changed it. */
  private async asideAt(version: string, tx: Sql): Promise<SetAside> {
    const { name } = this.view;
    if (this.aside?.version !== version) this.aside = await SetAside.load(tx, name, name, version);
    return this.aside.draft();
  }

  /**
   * The checkpoint, which nobody else moves until the transaction ends, and the way into the view's own tables. Rows
   * and checkpoint are lost together in a crash and made again, so nobody waits for the disk. One statement for it
   * all, as every batch begins with it.
   * @throws LeaseLost
   */
  private async enter(tx: Sql): Promise<{ position: string; asideVersion: string } | null> {
    const { lease, view } = this;
    const { rows } = await tx.query<{ position: string; asideVersion: string; owned: boolean }>(
      `select position, aside_version as "asideVersion", set_config('synchronous_commit', 'off', true), set_config('search_path', $2, true),
              ${lease ? 'parley.owns_lease($3, $4, $5)' : 'true'} as owned
         from parley.view_checkpoint where view = $1 for update`,
      [view.name, searchPath(view.name), ...(lease ? [lease.pool, lease.name, lease.fence] : [])],
    );
    prepareFor(tx, view.name);
    const [found] = rows;
    if (found && !found.owned) throw new LeaseLost(`The view ${view.name} has another owner.`);
    return found ?? null;
  }

  /** Makes sure that the tables are there, are those of this code, and belong to this log. */
  private async prepare(signal: AbortSignal): Promise<Checkpoint> {
    const found = await this.create();
    const { engineId, position, ddlHash: hash } = found;
    const head = (await this.store.head()) ?? START;
    if (engineId !== this.store.engineId) {
      throw new ForeignLog(
        `The view ${this.view.name} was filled from another event log: rebuild it, or connect the log it belongs to.`,
      );
    }
    if (position > head) {
      throw new ForeignLog(
        `The view ${this.view.name} has come further (${position}) than the event log (${head}): rebuild it, or restore the log.`,
      );
    }
    if (hash === ddlHash(this.view)) return found;
    await rebuildView(this.store, this.owned, this.view, { wait: true, signal });
    return this.create();
  }

  private async create(): Promise<Checkpoint> {
    return this.owned.transaction(async (tx) => {
      // Two processes that start together create it once.
      await tx.query(`select pg_advisory_xact_lock(hashtext('create view ' || $1))`, [this.view.name]);
      const found = await loadCheckpoint(tx, this.view.name);
      if (found) return found;
      await createSchema(tx, this.view, this.view.name);
      await createIndexes(tx, this.view, this.view.name);
      const made: Checkpoint = {
        position: START,
        engineId: this.store.engineId,
        ddlHash: ddlHash(this.view),
      };
      await tx.query(
        `insert into parley.view_checkpoint (view, position, engine_id, ddl_hash, changes_after)
         values ($1, $2, $3, $4, $2)`,
        [this.view.name, made.position, made.engineId, made.ddlHash],
      );
      return made;
    });
  }

  /** Forgets changes older than an hour, now and then; clients that are further behind start over. */
  private async cleanUp(): Promise<void> {
    if (Date.now() < this.nextCleanup) return;
    await this.database.query(
      `with old as (
         delete from parley.change where view = $1 and at < now() - interval '1 hour' returning position)
       update parley.view_checkpoint
          set changes_after = greatest(changes_after, (select max(position) from old))
        where view = $1 and exists (select from old)`,
      [this.view.name],
    );
    this.nextCleanup = Date.now() + CLEANUP_EVERY_MS;
  }

  /** Waits out a database that is away. Null once `signal` aborts. */
  private async retrying<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        const result = await work();
        this.error = undefined;
        return result;
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        this.error = messageOf(error);
        this.hooks.onRetry?.(this.status(), error);
        await pause(backoff(failures), signal);
      }
    }
    return null;
  }

  private end(lease: Lease | undefined): void {
    this.state = lease ? 'standing-by' : 'stopped';
  }

  private halt(error: unknown): void {
    this.state = 'halted';
    this.error = messageOf(error);
    this.hooks.onHalt?.(this.status(), error);
  }
}

/** What caused the events of a batch, by their positions, as far as that is traced. */
function tracedAmong(events: RecordedEvent[]): Map<string, string> {
  const sampled = events.filter(({ correlationId }) => isTraced(correlationId));
  return new Map(sampled.map(({ position, correlationId }) => [position, correlationId]));
}

async function saveChanges(
  tx: Sql,
  view: string,
  changes: Change[],
  correlationOf: Map<string, string>,
): Promise<void> {
  if (changes.length === 0) return;
  const column = <Key extends keyof Change>(key: Key) => changes.map((change) => change[key]);
  const json = (access: unknown) => (access ? JSON.stringify(access) : null);
  await tx.query(
    `insert into parley.change (view, position, id, parent_id, customer_id, before, after, correlation_id)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::text[])`,
    [
      view,
      column('position'),
      column('id'),
      column('parentId'),
      column('customerId'),
      column('before').map(json),
      column('after').map(json),
      column('position').map((position) => correlationOf.get(position) ?? null),
    ],
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
