import type { MarksFold } from '@parley/read-kit/marks';
import type { Sql } from '@parley/platform/database/database';

/**
 * A target (a conversation or a contact) with a mark. `stands_for` is the mark's own id, or the id of the mark that
 * it was merged into.
 */
interface Pair {
  target_id: string;
  stands_for: string;
}

/**
 * Updates the usage counts for a batch: compares the marks of the batch's targets before and after it. A target with
 * two marks that were merged counts once. Only created and merged marks are counted again from the tables.
 */
export class UsageTally {
  private constructor(
    private readonly pairs: Pair[],
    private readonly borne: Set<string>,
    private readonly regrouped: string[],
  ) {}

  /**
   * Reads the state before the batch: call it after saving the batch's marks and before saving the marks of targets.
   */
  static async before(marks: MarksFold, tx: Sql): Promise<UsageTally> {
    const pairs = await pairsOf(marks, tx);
    return new UsageTally(pairs, await borneOf(pairs, tx), marks.regrouped());
  }

  async save(tx: Sql): Promise<void> {
    const deltas = new Map<string, number>();
    const borne = await borneOf(this.pairs, tx);
    for (const pair of this.pairs) {
      const delta = Number(borne.has(keyOf(pair))) - Number(this.borne.has(keyOf(pair)));
      deltas.set(pair.stands_for, (deltas.get(pair.stands_for) ?? 0) + delta);
    }
    const changed = [...deltas].filter(([, delta]) => delta !== 0);
    if (changed.length > 0) {
      await tx.query(
        `insert into usage as u select * from unnest($1::uuid[], $2::int[])
         on conflict (mark_id) do update set count = u.count + excluded.count`,
        [changed.map(([id]) => id), changed.map(([, delta]) => delta)],
      );
    }
    if (this.regrouped.length > 0) await recount(this.regrouped, tx);
    await tx.query('delete from usage where count = 0');
  }
}

function keyOf({ target_id, stands_for }: Pair): string {
  return `${target_id}/${stands_for}`;
}

/**
 * Returns the pairs that the batch may add or remove, with merged marks replaced by the marks that they stand for.
 */
async function pairsOf(marks: MarksFold, tx: Sql): Promise<Pair[]> {
  const markings = marks.markings();
  const cleared = marks.clearedTargets();
  if (markings.length + cleared.length === 0) return [];
  const { rows } = await tx.query<Pair>(
    `select named.target_id, m.stands_for
       from unnest($1::uuid[], $2::uuid[]) named(target_id, mark_id) join mark m on m.id = named.mark_id
     union
     select k.target_id, m.stands_for from marked k join mark m on m.id = k.mark_id
      where k.target_id = any($3::uuid[])`,
    [markings.map(({ target_id }) => target_id), markings.map(({ mark_id }) => mark_id), cleared],
  );
  return rows;
}

/** Returns the keys of the pairs that the tables contain at present. */
async function borneOf(pairs: Pair[], tx: Sql): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const { rows } = await tx.query<Pair>(
    `select distinct k.target_id, m.stands_for
       from unnest($1::uuid[], $2::uuid[]) named(target_id, stands_for)
       join marked k on k.target_id = named.target_id
       join mark m on m.id = k.mark_id and m.stands_for = named.stands_for`,
    [pairs.map(({ target_id }) => target_id), pairs.map(({ stands_for }) => stands_for)],
  );
  return new Set(rows.map(keyOf));
}

async function recount(ids: string[], tx: Sql): Promise<void> {
  await tx.query(
    `delete from usage
      where mark_id = any($1::uuid[]) or mark_id in (select stands_for from mark where id = any($1::uuid[]))`,
    [ids],
  );
  await tx.query(
    `insert into usage
     select m.stands_for, count(distinct k.target_id)
       from mark m join marked k on k.mark_id = m.id
      where m.stands_for in (select stands_for from mark where id = any($1::uuid[]))
      group by m.stands_for`,
    [ids],
  );
}
