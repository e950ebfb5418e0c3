import type { Sql } from '@parley/platform/database/database';
import type { PositionMap } from './position-map';

/** Columns that contain positions, in tables that are no views; those of reactions are handled separately. */
export const positionColumns = [
  ['export', 'cut_off'],
  ['push_delivery', 'position'],
  ['webhook_delivery', 'position'],
  ['webhook_reader', 'position'],
  ['webhook_replay', 'after'],
  ['webhook_replay', 'until'],
] as const;

const PAGE = 50_000;

/**
 * Makes webhooks, notifications and exports continue in the log `to` where they have stopped in the old log.
 * @param positions undefined if the log is not moved
 */
export async function movePositions(tx: Sql, to: string, positions: PositionMap | undefined): Promise<void> {
  await tx.query('update parley.webhook_reader set engine_id = $1', [to]);
  if (!positions) return;
  for (const [table, column] of positionColumns) {
    await tx.query('create temporary table moved (was text collate "C" primary key, becomes text not null)');
    for (let after = '', isMore = true; isMore;) {
      const { rows } = await tx.query<{ was: string }>(
        `select distinct ${column} as was from parley.${table} where ${column} > $1 order by 1 limit ${PAGE}`,
        [after],
      );
      const were = rows.map(({ was }) => was);
      await tx.query('insert into moved select * from unnest($1::text[], $2::text[])', [
        were,
        were.map((was) => positions.translate(was)),
      ]);
      after = were.at(-1) ?? after;
      isMore = were.length === PAGE;
    }
    await tx.query(`update parley.${table} set ${column} = becomes from moved where ${column} = was`);
    await tx.query('drop table moved');
  }
}
