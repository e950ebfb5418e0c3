import { isConnectionError, type Sql } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';

/**
 * Longest time in ms by which a saved checkpoint lags behind: after a crash, the events of that time are handled
 * again.
 */
const SAVE_EVERY_MS = 250;

interface Reached {
  name: string;
  position: string;
  /** Undefined if the checkpoint may be moved regardless of the reaction's owner. */
  lease: Lease | undefined;
}

/** Saves the checkpoints of this process's reactions, several in one statement. */
export class ReactionCheckpoints {
  private static readonly all = new WeakMap<Sql, ReactionCheckpoints>();
  private readonly noted = new Map<string, Reached>();
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly database: Sql) {}

  static of(database: Sql): ReactionCheckpoints {
    let checkpoints = this.all.get(database);
    if (!checkpoints) this.all.set(database, (checkpoints = new ReactionCheckpoints(database)));
    return checkpoints;
  }

  /** Saves the checkpoint soon. */
  note(reached: Reached): void {
    this.noted.set(reached.name, reached);
    // If the process ends before, the reactions handle the events again.
    this.timer ??= setTimeout(() => void this.save().catch(() => undefined), SAVE_EVERY_MS).unref();
  }

  /**
   * Saves the noted checkpoints, never backwards. If that fails, the reactions handle the events again, which is
   * harmless.
   */
  async save(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const reached = [...this.noted.values()];
    this.noted.clear();
    if (reached.length === 0) return;
    const column = <T>(of: (one: Reached) => T) => reached.map(of);
    try {
      await this.database.query(
        `update parley.reaction_checkpoint c set position = m.position
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
                  as m (reaction, position, pool, name, fence)
          where c.reaction = m.reaction and c.position < m.position collate "C"
            and (m.pool is null or parley.owns_lease(m.pool, m.name, m.fence))`,
        [
          column(({ name }) => name),
          column(({ position }) => position),
          column(({ lease }) => lease?.pool ?? null),
          column(({ lease }) => lease?.name ?? null),
          column(({ lease }) => lease?.fence ?? null),
        ],
      );
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      for (const one of reached) if (!this.noted.has(one.name)) this.note(one);
    }
  }
}
