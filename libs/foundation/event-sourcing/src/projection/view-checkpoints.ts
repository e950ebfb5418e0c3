import { isConnectionError, type Sql } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import type { Tally } from '../store/tally';
import { movedTo } from './checkpoint-tally';

/** Longest time in ms by which a checkpoint may lag behind while nothing had to be folded. */
const SAVE_EVERY_MS = 250;

/** A pending move of a checkpoint. The move applies only at the position `from`, so repeating it is a no-op. */
export interface Move {
  view: string;
  from: string;
  to: string;
  /** Number of events between the two positions that the view was handed. */
  tally: Tally;
  /** Undefined: the checkpoint moves regardless of the view's owner. */
  lease: Lease | undefined;
}

interface Noted {
  /** Returns the move at the time of saving, since views continue until then. Null: nothing is left to save. */
  move(): Move | null;
  moved(move: Move): void;
}

/**
 * Saves checkpoints that advanced without anything to fold, all of this process in one statement. Rows that another
 * transaction has locked are left for the next time.
 */
export class ViewCheckpoints {
  private static readonly all = new WeakMap<Sql, ViewCheckpoints>();
  private readonly noted = new Map<string, Noted>();
  private readonly underWay = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly database: Sql) {}

  static of(database: Sql): ViewCheckpoints {
    let checkpoints = this.all.get(database);
    if (!checkpoints) this.all.set(database, (checkpoints = new ViewCheckpoints(database)));
    return checkpoints;
  }

  /** Saves the checkpoint soon. If the process ends before, the events are read again. */
  note(view: string, noted: Noted): void {
    this.noted.set(view, noted);
    this.timer ??= setTimeout(() => void this.save([...this.noted.keys()]), SAVE_EVERY_MS).unref();
  }

  /** After it resolves, this process does not move the view's checkpoint until it is noted again. */
  async settle(view: string): Promise<void> {
    this.noted.delete(view);
    await this.underWay.get(view);
  }

  /** Saves the checkpoint of one view now, if it was noted. */
  async saveNow(view: string): Promise<void> {
    await this.underWay.get(view);
    await this.save([view]);
  }

  private async save(views: string[]): Promise<void> {
    const chosen = views.flatMap((view) => {
      const noted = this.noted.get(view);
      const move = noted?.move();
      this.noted.delete(view);
      return noted && move ? [{ noted, move }] : [];
    });
    if (this.noted.size === 0) {
      clearTimeout(this.timer);
      this.timer = undefined;
    }
    if (chosen.length === 0) return;
    const saving = this.write(chosen).finally(() => {
      for (const { move } of chosen)
        if (this.underWay.get(move.view) === saving) this.underWay.delete(move.view);
    });
    for (const { move } of chosen) this.underWay.set(move.view, saving);
    await saving;
  }

  private async write(chosen: { noted: Noted; move: Move }[]): Promise<void> {
    const column = <T>(of: (move: Move) => T) => chosen.map(({ move }) => of(move));
    try {
      const { rows } = await this.database.query<{ view: string }>(SAVE, [
        column(({ view }) => view),
        column(({ from }) => from),
        column(({ to }) => to),
        column(({ tally }) => tally.events),
        column(({ tally }) => tally.positions.toString()),
        column(({ lease }) => lease?.pool ?? null),
        column(({ lease }) => lease?.name ?? null),
        column(({ lease }) => lease?.fence ?? null),
      ]);
      const moved = new Set(rows.map(({ view }) => view));
      for (const { noted, move } of chosen) if (moved.has(move.view)) noted.moved(move);
    } catch (error) {
      // A checkpoint that was not saved is read again; it is retried only if the database was away.
      if (!isConnectionError(error)) return;
      for (const { noted, move } of chosen) if (!this.noted.has(move.view)) this.note(move.view, noted);
    }
  }
}

/**
 * Locks rows in one order and skips locked ones: a batch that is being folded has locked its own. A row at its new
 * position was already moved by a statement whose response was lost, which also counted the events.
 */
const SAVE = `
  with m as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::bigint[])
      as m (view, old, position, events, positions, pool, name, fence)
  ), free as (
    select c.view from parley.view_checkpoint c join m on m.view = c.view and c.position in (m.old, m.position)
     order by c.view for update of c skip locked
  )
  update parley.view_checkpoint c set ${movedTo('c', {
    position: 'm.position',
    events: 'case when c.position = m.old then m.events else 0 end',
    positions: 'case when c.position = m.old then m.positions else 0 end',
  })}
    from m join free using (view)
   where c.view = m.view and c.position in (m.old, m.position)
     and (m.pool is null or parley.owns_lease(m.pool, m.name, m.fence))
  returning c.view, set_config('synchronous_commit', 'off', true)`;
