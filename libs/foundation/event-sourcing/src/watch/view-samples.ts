import type { Sql } from '@parley/platform/database/database';
import { minus, type Tally } from '../store/tally';

/** Maximum number of stored positions of events that differ, per view and hour. */
export const MAX_CANDIDATES = 100;
/** Days after which a comparison is deleted, if it found no difference or its view was rebuilt since. */
const RETENTION_DAYS = 30;

/** The tally of a view when its checkpoint was at `position`. */
export interface Sample {
  position: string;
  tally: Tally;
}

/** Samples of one view in order of position, all from the same run of its tally. */
export interface SampledView {
  view: string;
  tallyId: string;
  samples: Sample[];
}

/** A part of the log with another number of the view's events than were delivered to the view. */
export interface Difference {
  view: string;
  after: string;
  upTo: string;
  /** Number of the view's events in the log. */
  logged: number;
  /** Number of events that were delivered to the view. */
  folded: number;
  /** Positions of the events that differ; if they cannot be determined, the first hundred that may differ. */
  candidates: string[];
}

/** The events of a view between its first and last sample, counted in the log and as delivered. */
export interface Comparison {
  view: string;
  tallyId: string;
  after: string;
  upTo: string;
  logged: number;
  folded: number;
  differences: Difference[];
}

/** Samples the checkpoints of these views in one statement. Omits checkpoints that have no tally yet. */
export async function takeSamples(sql: Sql, views: readonly string[], engineId: string): Promise<void> {
  await sql.query(SAMPLE, [views, engineId]);
}

/**
 * For each view, its samples since the last comparison, including the sample at which that comparison ended. Only
 * samples of the current tally.
 */
export async function loadSamples(sql: Sql, views: readonly string[]): Promise<SampledView[]> {
  const { rows } = await sql.query<{
    view: string;
    tally_id: string;
    position: string;
    events: string;
    positions: string;
  }>(
    `select s.view, s.tally_id, s.position, s.events, s.positions
       from parley.view_sample s join parley.view_checkpoint c using (view, tally_id)
      where s.view = any($1) order by s.view, s.position`,
    [views],
  );
  const sampled = new Map<string, SampledView>();
  for (const { view, tally_id: tallyId, position, events, positions } of rows) {
    const found = sampled.get(view) ?? { view, tallyId, samples: [] };
    sampled.set(view, found);
    found.samples.push({ position, tally: { events: Number(events), positions: BigInt(positions) } });
  }
  return [...sampled.values()];
}

export function between(from: Sample, to: Sample): Tally {
  return minus(to.tally, from.tally);
}

/**
 * Adds a comparison to the record of its hour, and deletes the samples before its end, in the caller's transaction.
 * Waits for a fold of this view in progress, and locks no other view.
 * @returns false, without changes, if the view was rebuilt during the comparison
 */
export async function saveComparison(tx: Sql, comparison: Comparison, now: Date): Promise<boolean> {
  const { view, tallyId, after, upTo, logged, folded, differences } = comparison;
  const candidates = differences.flatMap((difference) => difference.candidates).slice(0, MAX_CANDIDATES);
  const { rowCount } = await tx.query(SAVE, [
    view,
    tallyId,
    now,
    after,
    upTo,
    logged,
    folded,
    differences[0]?.after ?? null,
    differences.at(-1)?.upTo ?? null,
    candidates,
    MAX_CANDIDATES,
  ]);
  if (rowCount === 0) return false;
  await tx.query(
    `delete from parley.view_sample where view = $1 and (tally_id <> $2 or position < $3 collate "C")`,
    [view, tallyId, upTo],
  );
  return true;
}

export async function deleteOldComparisons(sql: Sql, now: Date): Promise<void> {
  await sql.query(
    `delete from parley.view_comparison
      where hour < $1::timestamptz - make_interval(days => $2) and (differs_after is null or rebuilt_at is not null)`,
    [now, RETENTION_DAYS],
  );
}

/**
 * SQL that takes samples. The start of a tally counts as a sample as well, if the view has no other sample of that
 * tally.
 */
const SAMPLE = `
  with counted as (
    select * from parley.view_checkpoint where view = any($1) and engine_id = $2 and tally_to = position
  )
  insert into parley.view_sample (view, tally_id, position, events, positions)
  select view, tally_id, tally_from, 0, 0 from counted
   where not exists (select from parley.view_sample s where s.view = counted.view and s.tally_id = counted.tally_id)
  union all
  select view, tally_id, position, tally_events, tally_positions from counted where position > tally_from
  on conflict do nothing`;

/**
 * SQL that saves a comparison. The statement locks the checkpoint, so that a rebuild replaces the view either before
 * or after.
 */
const SAVE = `
  with compared as (
    select view from parley.view_checkpoint where view = $1 and tally_id = $2 for share
  )
  insert into parley.view_comparison as o (view, hour, from_position, to_position, logged, folded, differs_after,
                                           differs_up_to, candidates)
  select view, date_trunc('hour', $3::timestamptz), $4, $5, $6::bigint, $7::bigint, $8::text, $9::text, $10::text[]
    from compared
  on conflict (view, hour) do update
     set from_position = least(o.from_position, excluded.from_position),
         to_position = greatest(o.to_position, excluded.to_position),
         logged = o.logged + excluded.logged,
         folded = o.folded + excluded.folded,
         differs_after = least(o.differs_after, excluded.differs_after),
         differs_up_to = greatest(o.differs_up_to, excluded.differs_up_to),
         candidates = (o.candidates || excluded.candidates)[1:$11],
         rebuilt_at = case when excluded.differs_after is null then o.rebuilt_at end`;
