import { escapeLiteral, type QueryResult } from 'pg';
import type { RecordedEvent } from '@parley/contracts/events';
import { isConnectionError, prepareFor, type Database, type Sql } from '@parley/platform/database/database';
import { backoff, pause } from '@parley/platform/database/retry';
import { LeaseLost, type Lease } from '@parley/platform/lease/lease';
import { isTraced, tracedForAll } from '@parley/platform/telemetry/tracing';
import { runAs } from '@parley/platform/telemetry/event-loop';
import { ForeignLog, type EventBatch, type EventStore } from '../store/event-store';
import { readingAgain } from '../store/reading-again';
import { EMPTY_TALLY, minus, plus, tallyOf, type Tally } from '../store/tally';
import { movedTo } from './checkpoint-tally';
import { foldCarefully, foldWhole, Unfoldable, type FoldMode } from './containment';
import { abortable, FoldAborted, FoldRetries, LOCK_TIMEOUT, STATEMENT_TIMEOUT } from './fold-retries';
import { FoldSql, type Write } from './fold-sql';
import type { PostgresViews } from './postgres-views';
import { rebuildView, WorseThanLive, type RebuildOptions } from './rebuild';
import { SetAside, type SetAsideStream } from './set-aside';
import { FillStopped, FillSuperseded, type FillProgress } from './side-view';
import type { Change, View } from './view';
import { ViewCheckpoints } from './view-checkpoints';
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
/** Longest pause in ms before a retry of a failed fold or of a query to an unreachable database. */
const MAX_PAUSE_MS = 1_000;
/**
 * Delay in ms of the fold of a view that gathers events. Views with open windows are folded before it, since all
 * views share a processor.
 */
const GIVE_WAY_MS = 25;
/**
 * If a view is more than this many events behind, and has folded fewer events than that, it is filled in side tables
 * and swapped in, which takes far fewer statements.
 */
const FAR_BEHIND = 20_000;

/**
 * `halted`: the view or its database is at fault; the view stays before the batch at `position` until a restart.
 * `standing-by`: another process owns the view.
 */
export type ViewState = 'starting' | 'catching-up' | 'live' | 'halted' | 'standing-by' | 'stopped';

export interface ViewStatus {
  view: string;
  state: ViewState;
  position: string;
  /** The error that halted the view, or that it is retrying after. */
  error?: string;
  /** Positions of the first and last event of the batch that halted the view. */
  failedBatch?: { from: string; to: string };
}

export interface ProjectionHooks {
  onBatch?(status: ViewStatus, events: number, ms: number): void;
  /**
   * Called while the view, which is far behind, is filled in side tables; its live rows stay unchanged until that is
   * done.
   */
  onFill?(progress: FillProgress): void;
  /** Called if the database is unreachable or the log was read out of order; the batch is retried. */
  onRetry?(status: ViewStatus, error: unknown): void;
  /** Called when a stream is quarantined, to raise an alarm: the view skips the stream until an operator acts. */
  onSetAside?(found: SetAsideStream): void;
  /** Called when the view halts, to raise an alarm: it folds nothing until an operator acts. */
  onHalt?(status: ViewStatus, error: unknown): void;
}

/** Thrown if another program moved the checkpoint: continuing would fold events twice. */
export class CheckpointMoved extends Error {}

/**
 * Thrown if a crash of the database lost the latest commits, rows and checkpoint alike: the view folds those events
 * again.
 */
export class CheckpointWentBack extends Error {}

interface Entered {
  position: string;
  asideVersion: string;
  owned: boolean;
  hasErased: boolean;
}

/** A batch with the events that the view folds. */
interface ViewBatch extends EventBatch {
  /** All events from the log, including those that the view ignores. */
  delivered: readonly RecordedEvent[];
}

/** A position, and the tally of the events delivered in this run up to it. */
interface Mark {
  position: string;
  tally: Tally;
}

interface Committed {
  /** Position up to which everything is committed. */
  upTo: string;
  /** The changed rows; null if they were committed but the response was lost. */
  changes: Change[] | null;
  added: SetAsideStream[];
  /**
   * Whether the checkpoint was moved in the same transaction. If nothing was written, the checkpoint is moved later.
   */
  isSaved: boolean;
}

/**
 * Keeps one view up to date: folds the log into it batch by batch, rows and checkpoint in one transaction. A stream
 * that cannot be folded is quarantined in the same transaction, and all others continue.
 */
export class ProjectionRunner {
  /** If more events than this lie ahead of the view, it is filled in side tables. */
  farBehind = FAR_BEHIND;
  private state: ViewState = 'starting';
  /**
   * Position up to which everything is folded. While the view has nothing to fold, the saved checkpoint lags behind
   * it.
   */
  private position = START;
  /** Tally of the events delivered in this run up to `position`. */
  private tally = EMPTY_TALLY;
  private saved: Mark = { position: START, tally: EMPTY_TALLY };
  /** The target of a checkpoint move that is in progress or whose response was lost; otherwise `saved`. */
  private tried = this.saved;
  /** Checkpoint of the latest attempt to fold. Its commit may have succeeded even if the connection was lost. */
  private attempted = START;
  /** Position of the newest change that this run has seen committed. */
  private changedUpTo = START;
  private error?: string;
  private failedBatch?: { from: string; to: string };
  private nextCleanup = 0;
  private foldingSince: number | null = null;
  /** Database whose transactions are not committed once the lease is lost. */
  private owned: Database;
  private lease: Lease | undefined;
  private aside: SetAside | undefined;
  private readonly checkpoints: ViewCheckpoints;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly view: View,
    private readonly views: PostgresViews,
    private readonly hooks: ProjectionHooks = {},
    private readonly retries = new FoldRetries(),
    /**
     * Counts failed folds of fills, which may be ahead of the view. Kept when the lease is lost, like the other
     * counter.
     */
    private readonly fillRetries = new FoldRetries(),
  ) {
    this.owned = database;
    this.checkpoints = ViewCheckpoints.of(database);
  }

  status(): ViewStatus {
    const { state, position, error, failedBatch } = this;
    return { view: this.view.name, state, position, error, failedBatch };
  }

  /** Milliseconds since the latest attempt to fold the current batch began; null between batches. */
  foldingFor(): number | null {
    return this.foldingSince === null ? null : performance.now() - this.foldingSince;
  }

  /**
   * Runs until `signal` aborts or the view halts. With a lease, which each commit checks, it also ends when the lease
   * is lost, and may then be run again.
   * @throws ForeignLog if the view was filled from another log
   */
  async run(signal: AbortSignal, lease?: Lease): Promise<void> {
    this.lease = lease;
    this.owned = lease?.guard(this.database) ?? this.database;
    this.state = 'starting';
    this.aside = undefined;
    const end = this.views.changes.begin(this.view.name);
    try {
      while (!signal.aborted) {
        try {
          await this.follow(signal);
          break;
        } catch (error) {
          if (!(error instanceof CheckpointWentBack)) throw error;
          this.failedBatch = undefined;
          this.error = error.message;
          this.hooks.onRetry?.(this.status(), error);
          await pause(MAX_PAUSE_MS, signal);
        }
      }
      await this.checkpoints.saveNow(this.view.name);
      this.end(lease);
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof FillStopped) return this.end(lease);
      this.halt(error);
      if (error instanceof ForeignLog) throw error;
    } finally {
      await this.checkpoints.settle(this.view.name);
      end();
    }
  }

  /** Prepares the view and folds the log from its checkpoint on, until `signal` aborts. */
  private async follow(signal: AbortSignal): Promise<void> {
    const checkpoint = await this.retrying(signal, () => this.prepare(signal));
    if (!checkpoint) return;
    this.position = this.changedUpTo = checkpoint.position;
    this.tally = EMPTY_TALLY;
    this.saved = this.tried = this.mark();
    this.attempted = START;
    this.state = 'catching-up';
    for await (const read of this.reading(signal)) {
      const batch = this.ofView(read);
      const { name, gatherMs } = this.view;
      const isUnhurried = gatherMs !== undefined && batch.caughtUp && batch.events.length > 0;
      if (isUnhurried) await this.views.rest(name, GIVE_WAY_MS, signal);
      await this.handle(batch, signal);
      if (signal.aborted) break;
      if (isUnhurried) await this.views.rest(name, gatherMs, signal);
    }
  }

  private reading(signal: AbortSignal): AsyncIterable<EventBatch> {
    const { prefixes } = this.view;
    const onBreach = (error: Error) => {
      this.error = error.message;
      this.hooks.onRetry?.(this.status(), error);
    };
    return readingAgain((after) => this.store.subscribeAll({ after, prefixes, signal }), {
      after: this.position,
      signal,
      onBreach,
    });
  }

  private ofView(batch: EventBatch): ViewBatch {
    const { view } = this;
    const { events: delivered } = batch;
    if (!view.ignores) return { ...batch, delivered };
    const isFolded = (event: RecordedEvent) => event.fault !== undefined || !isIgnored(view, event);
    return { ...batch, delivered, events: delivered.filter(isFolded) };
  }

  private mark(): Mark {
    return { position: this.position, tally: this.tally };
  }

  private moveOnTo(batch: ViewBatch, upTo: string): void {
    this.tally = this.tallyAt(batch, upTo);
    this.position = upTo;
  }

  /** Tally of the events delivered in this run up to `upTo`, which is a position within the batch or its end. */
  private tallyAt({ delivered }: ViewBatch, upTo: string): Tally {
    const isNew = ({ position }: RecordedEvent) => position > this.position && position <= upTo;
    return plus(this.tally, tallyOf(delivered.filter(isNew)));
  }

  private async handle(batch: ViewBatch, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    if (batch.events.length > 0) {
      if (!(await this.foldBatch(batch, signal))) return;
    } else if (batch.checkpoint > this.position) {
      this.moveOnTo(batch, batch.checkpoint);
      this.saveSoon();
    }
    this.state = batch.caughtUp ? 'live' : 'catching-up';
    this.views.advanced(this.view.name, this.position);
    this.hooks.onBatch?.(this.status(), batch.events.length, performance.now() - started);
    await this.retrying(signal, () => this.cleanUp());
  }

  /** @returns false if `signal` aborted */
  private async foldBatch(batch: ViewBatch, signal: AbortSignal): Promise<boolean> {
    this.foldingSince = performance.now();
    try {
      return await this.foldInPieces(batch, signal);
    } finally {
      this.foldingSince = null;
    }
  }

  private async foldInPieces(batch: ViewBatch, signal: AbortSignal): Promise<boolean> {
    let failures = 0;
    for (let rest = batch; !signal.aborted;) {
      const piece = this.retries.cut(rest);
      try {
        const committed = await this.foldPiece(piece, signal);
        if (!committed) return false;
        failures = 0;
        const { upTo } = committed;
        if (upTo >= batch.checkpoint) return true;
        rest = { ...batch, events: rest.events.filter(({ position }) => position > upTo) };
      } catch (error) {
        if (!(error instanceof FoldAborted)) {
          this.failedBatch = { from: piece.events[0]?.position ?? piece.checkpoint, to: piece.checkpoint };
          throw error;
        }
        this.retries.failed(piece, error, performance.now());
        this.error = error.message;
        this.hooks.onRetry?.(this.status(), error);
        await pause(backoff(++failures, MAX_PAUSE_MS), signal);
      }
    }
    return false;
  }

  private async foldPiece(piece: ViewBatch, signal: AbortSignal): Promise<Committed | null> {
    const mode = this.retries.modeOf(piece);
    const customerIds = [...new Set(piece.events.map(({ customerId }) => customerId))];
    const work = { kind: 'view', name: this.view.name, customerIds } as const;
    const committed = await tracedForAll(
      `project ${this.view.name}`,
      () => piece.events.map(({ correlationId }) => correlationId),
      () => this.retrying(signal, () => runAs(work, () => this.commit(piece, mode))),
    );
    if (!committed) return null;
    const { added, changes, upTo, isSaved } = committed;
    for (const found of added) this.hooks.onSetAside?.(found);
    this.handOver(changes, upTo);
    this.moveOnTo(piece, upTo);
    if (isSaved) this.saved = this.tried = this.mark();
    else this.saveSoon();
    return committed;
  }

  private handOver(changes: Change[] | null, checkpoint: string): void {
    if (changes?.length === 0) return;
    const until =
      changes?.reduce((last, { position }) => (position > last ? position : last), '') ?? checkpoint;
    // Changes that do not directly follow those handed over before make the tails read the table.
    const after = changes ? this.changedUpTo : checkpoint;
    const inOrder = changes?.toSorted((a, b) =>
      a.position < b.position ? -1 : a.position > b.position ? 1 : 0,
    );
    this.views.changed(this.view.name, { after, until, changes: inOrder ?? [] });
    this.changedUpTo = until;
  }

  /**
   * Schedules a move of the checkpoint, together with those of other views: the view has folded nothing since its
   * checkpoint was saved.
   */
  private saveSoon(): void {
    this.checkpoints.note(this.view.name, {
      move: () => {
        const { lease, saved, position } = this;
        if (position <= saved.position) return null;
        // A move whose response was lost is first repeated without a change.
        if (this.tried.position === saved.position) this.tried = this.mark();
        const { tried } = this;
        const tally = minus(tried.tally, saved.tally);
        return { view: this.view.name, from: saved.position, to: tried.position, tally, lease };
      },
      moved: ({ from, to }) => {
        if (this.saved.position !== from) return;
        this.saved = this.tried;
        if (this.position > to) this.saveSoon();
      },
    });
  }

  private async commit(batch: ViewBatch, mode: FoldMode): Promise<Committed> {
    try {
      return await this.attempt(batch, mode);
    } catch (error) {
      if (!(error instanceof Unfoldable)) throw error;
      return this.attempt(batch, 'careful');
    }
  }

  /** @throws Unfoldable, FoldAborted, CheckpointMoved, CheckpointWentBack or LeaseLost */
  private async attempt(batch: ViewBatch, mode: FoldMode): Promise<Committed> {
    this.foldingSince = performance.now();
    // Waits for a move of this checkpoint that is in progress.
    await this.checkpoints.settle(this.view.name);
    const { aside, ...committed } = await abortable((begun) =>
      this.database.transaction(async (tx, answer) => {
        const found = this.entered(tx, answer);
        // An earlier attempt was committed, although its response was lost.
        if (found && found.position === this.attempted && found.position > this.saved.position) {
          return { upTo: found.position, changes: null, added: [], aside: undefined, isSaved: true };
        }
        const from = [this.saved, this.tried].find(({ position }) => position === found?.position);
        if (found && found.position < this.saved.position) {
          throw new CheckpointWentBack(
            `The view ${this.view.name} went back from ${this.saved.position} to ${found.position}.`,
          );
        }
        if (!found || !from) {
          throw new CheckpointMoved(
            `The view ${this.view.name} is at ${found?.position ?? 'no position'} instead of ${this.saved.position}: something else folds it too.`,
          );
        }
        this.attempted = batch.checkpoint;
        begun();
        return this.foldIn(tx, batch, mode, { ...found, from });
      }, this.entry()),
    );
    this.aside = aside ?? this.aside;
    return committed;
  }

  /** Folds a batch and moves the checkpoint, in a transaction whose search path is the view's schema. */
  private async foldIn(
    tx: Sql,
    batch: ViewBatch,
    mode: FoldMode,
    entered: Entered & { from: Mark },
  ): Promise<Committed & { aside: SetAside }> {
    const { events, checkpoint } = batch;
    const aside = await this.asideAt(entered.asideVersion, tx);
    let { hasErased } = entered;
    let isSaved = true;
    const handed = minus(this.tallyAt(batch, checkpoint), entered.from.tally);
    const move: Write = {
      table: 'parley.view_checkpoint',
      text: MOVE,
      values: [this.view.name, checkpoint, handed.events, handed.positions.toString()],
    };
    const foldThese = async (these: RecordedEvent[]) => {
      // If a part cannot be folded, its queued writes are dropped together with it.
      const sql = new FoldSql(tx, hasErased);
      const changes = withTraces(await this.view.project(these, sql), these);
      await saveChanges(sql, this.view.name, changes);
      hasErased ||= sql.hasErased;
      // The last writes of a batch are sent in one statement with its checkpoint.
      if (mode === 'whole' && !sql.hasWritten) isSaved = false;
      else if (mode === 'whole') await sql.write(move);
      await sql.flush();
      return changes;
    };
    let changes: Change[] = [];
    if (mode === 'whole') changes = await foldWhole(events, aside, foldThese);
    else if (mode === 'careful') {
      const place = { view: this.view, schema: this.view.name };
      changes = await foldCarefully(tx, events, aside, place, foldThese);
    } else for (const event of aside.left(events)) aside.add(event, mode.quarantine);
    const added = await aside.save(tx);
    if (mode !== 'whole' || aside.left(events).length === 0) await tx.query(move.text, move.values);
    return { upTo: checkpoint, changes, added, aside, isSaved };
  }

  /** Loads the quarantined streams and skipped events again if a rebuild or an operator has changed them. */
  private async asideAt(version: string, tx: Sql): Promise<SetAside> {
    const { name } = this.view;
    if (this.aside?.version !== version) this.aside = await SetAside.load(tx, name, name, version);
    return this.aside.draft();
  }

  /**
   * Begins a fold with one statement, since every batch needs it: locks the checkpoint until the transaction ends,
   * and sets the search path to the view's schema. Commits do not wait for the disk: a crash loses rows and
   * checkpoint together, and both are created again.
   */
  private entry(): string {
    const { lease, view } = this;
    const owned = lease
      ? `parley.owns_lease(${[lease.pool, lease.name, lease.fence].map((each) => escapeLiteral(each)).join(', ')})`
      : 'true';
    const hasErased = view.remembersErased ? `exists (select from "${view.name}".erased)` : 'true';
    return `select position, aside_version as "asideVersion", set_config('synchronous_commit', 'off', true),
                   set_config('search_path', ${escapeLiteral(searchPath(view.name))}, true),
                   set_config('statement_timeout', '${STATEMENT_TIMEOUT}', true),
                   set_config('lock_timeout', '${LOCK_TIMEOUT}', true),
                   ${owned} as owned, ${hasErased} as "hasErased"
              from parley.view_checkpoint where view = ${escapeLiteral(view.name)} for update`;
  }

  /** @throws LeaseLost if another process owns the view */
  private entered(tx: Sql, answer: QueryResult | undefined): Entered | null {
    prepareFor(tx, this.view.name);
    const [found] = (answer?.rows ?? []) as Entered[];
    if (found && !found.owned) throw new LeaseLost(`The view ${this.view.name} has another owner.`);
    return found ?? null;
  }

  /** Checks that the tables exist, match this code, and belong to this log. */
  private async prepare(signal: AbortSignal): Promise<Checkpoint> {
    const found = await this.create();
    await this.countEventsOf(this.view.prefixes);
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
    if (hash === ddlHash(this.view)) {
      if (!this.isFarBehind(position, head)) return found;
      await this.fill(signal);
    } else {
      await this.rebuild({ signal });
    }
    return this.create();
  }

  /** Starts a new tally if a release changed the view's prefixes: otherwise the count would differ from the log. */
  private async countEventsOf(prefixes: readonly string[]): Promise<void> {
    await this.owned.query(
      `update parley.view_checkpoint set tally_to = null, tally_prefixes = $2
        where view = $1 and tally_prefixes is distinct from $2`,
      [this.view.name, [...prefixes].sort().join('\n')],
    );
  }

  private isFarBehind(position: string, head: string): boolean {
    const missing = this.store.aboutBetween(position, head);
    return missing > this.farBehind && missing > this.store.aboutBetween(START, position);
  }

  /**
   * Fills the view in side tables up to the head. If that would quarantine more than the live view does, folds the
   * view as usual instead.
   */
  private async fill(signal: AbortSignal): Promise<void> {
    const onProgress = (progress: FillProgress) => this.hooks.onFill?.(progress);
    try {
      await this.rebuild({ signal, toHead: true, onProgress });
    } catch (error) {
      if (!(error instanceof WorseThanLive)) throw error;
    }
  }

  private rebuild(options: RebuildOptions): Promise<void> {
    const { fillRetries: retries } = this;
    return rebuildView(this.store, this.owned, this.view, { ...options, wait: true, retries });
  }

  private async create(): Promise<Checkpoint> {
    return this.owned.transaction(async (tx) => {
      // If two processes start together, the lock lets only the first create the view.
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

  /** Regularly deletes changes older than an hour; clients that are further behind start over. */
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

  /**
   * Retries without a limit while the database is unreachable or another process fills the tables.
   * @returns null if `signal` aborts
   */
  private async retrying<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        const result = await work();
        this.error = undefined;
        return result;
      } catch (error) {
        if (!isConnectionError(error) && !(error instanceof FillSuperseded)) throw error;
        this.error = messageOf(error);
        this.hooks.onRetry?.(this.status(), error);
        await pause(backoff(failures, MAX_PAUSE_MS), signal);
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

const MOVE = `
  update parley.view_checkpoint set ${movedTo('view_checkpoint', { position: '$2', events: '$3::bigint', positions: '$4::bigint' })}
   where view = $1`;

/** Whether the view ignores an event. If its filter throws, the event is folded, since folding handles errors. */
function isIgnored(view: View, event: RecordedEvent): boolean {
  try {
    return view.ignores?.(event) ?? false;
  } catch {
    return false;
  }
}

/** Adds the correlation id of the causing event to each change that is traced. */
function withTraces(changes: Change[], events: RecordedEvent[]): Change[] {
  const sampled = events.filter(({ correlationId }) => isTraced(correlationId));
  if (sampled.length === 0) return changes;
  const correlationOf = new Map(sampled.map(({ position, correlationId }) => [position, correlationId]));
  return changes.map((change) => ({ ...change, correlationId: correlationOf.get(change.position) }));
}

async function saveChanges(sql: FoldSql, view: string, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  const column = <Key extends keyof Change>(key: Key) => changes.map((change) => change[key]);
  const json = (access: unknown) => (access ? JSON.stringify(access) : null);
  await sql.write({
    table: 'parley.change',
    text: `insert into parley.change (view, position, id, parent_id, customer_id, before, after, correlation_id)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::text[])`,
    values: [
      view,
      column('position'),
      column('id'),
      column('parentId'),
      column('customerId'),
      column('before').map(json),
      column('after').map(json),
      column('correlationId').map((correlationId) => correlationId ?? null),
    ],
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
