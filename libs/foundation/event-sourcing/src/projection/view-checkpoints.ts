import { isConnectionError, type Sql } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import type { Tally } from '../store/tally';
import { movedTo } from './checkpoint-tally';

/** Longest time in ms by which a checkpoint may lag behind while nothing had to be folded. */
const SAVE_EVERY_MS = 250;

/**
 * A pending move of a checkpoint. The move applies only if the checkpoint is still at `from`, so repeating it is a
 * no-op.
 */
export interface Move {
  view: string;
  from: string;
  to: string;
  /** Number of events between the two positions that were delivered to the view, and their positions combined. */
  tally: Tally;
  /** Undefined if the checkpoint may be moved regardless of the view's owner. */
  lease: Lease | undefined;
}

interface Noted {
  /**
   * Returns the move as of the time of saving, since the view advances until then. Null if nothing is left to save.
   */
  move(): Move | null;
  moved(move: Move): void;
}

/**
 * Saves checkpoints of views that advanced without anything to fold, all of this process in one statement. A row that
 * another transaction has locked is saved with the next statement.
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

  /**
   * Waits for a pending move. Once it resolves, this process does not move the view's checkpoint until the next
   * `note`.
   */
  async settle(view: string): Promise<void> {
    this.noted.delete(view);
    await this.underWay.get(view);
  }

  /** Saves the view's checkpoint now, if a move was noted. */
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
      // Without a saved checkpoint, events are only read again; so the move is retried only if the database was
      // unreachable.
      if (!isConnectionError(error)) return;
      for (const { noted, move } of chosen) if (!this.noted.has(move.view)) this.note(move.view, noted);
    }
  }
}

/**
 * Locks rows in a fixed order and skips locked ones: a batch that is being folded has locked its own row. If a row is
 * already at its new position, a statement whose response was lost has moved it and counted the events.
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
