import { ddlHash } from '@parley/event-sourcing/projection/view-schema';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import type { HealthCheck } from '@parley/platform/telemetry/health';

/**
 * Readiness check that fails until the tables of all views are those of this release. After an upgrade, a projector
 * creates them first.
 */
export function viewTablesHealth(database: Sql, views: View[]): HealthCheck {
  return {
    name: 'view-tables',
    async check() {
      const { rows } = await database.query<{ view: string; ddl_hash: string }>(
        'select view, ddl_hash from parley.view_checkpoint where view = any($1)',
        [views.map(({ name }) => name)],
      );
      const found = new Map(rows.map((row) => [row.view, row.ddl_hash]));
      const others = views.filter((view) => found.get(view.name) !== ddlHash(view)).map(({ name }) => name);
      if (others.length === 0) return { ok: true };
      return { ok: false, detail: `not the tables of this release: ${others.join(', ')}` };
    },
  };
}
