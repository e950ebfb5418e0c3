import type { RecordedEvent } from '@parley/contracts/events';
import { auditedCategories } from '@parley/contracts/events';
import { storable, upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { AuditFold } from './audit.fold';
import { auditDdl, type CurrentRow } from './audit.rows';

/**
 * Log of all changes to an organisation's settings and to the participants of team chats, projected directly from the
 * events.
 */
export const auditView: View = {
  name: 'audit',
  prefixes: auditedCategories.map((category) => `${category}-`),
  ddl: auditDdl,

  async project(events, tx) {
    await forget(events, tx);
    const fold = new AuditFold(await knownOf(events, tx));
    for (const event of events) fold.apply(event);
    await insertEntries(fold, tx);
    await upsert(tx, 'named', ['id'], [...fold.named.values()]);
    await saveCurrent(fold, tx);
    return [];
  },
};

async function knownOf(events: RecordedEvent[], tx: Sql): Promise<CurrentRow[]> {
  const streams = [...new Set(events.map(({ stream }) => stream))];
  const { rows } = await tx.query<CurrentRow>(
    'select stream, scope, field, value, subject from current_value where stream = any($1)',
    [streams],
  );
  return rows;
}

/**
 * An event whose personal data can no longer be decrypted belongs to an erased user: removes the user's personal
 * values and names from the log.
 */
async function forget(events: RecordedEvent[], tx: Sql): Promise<void> {
  const erased = events.flatMap(({ data }) => {
    const { subject, personal } = (data ?? {}) as { subject?: string; personal?: unknown };
    return subject !== undefined && personal === null ? [subject] : [];
  });
  if (erased.length === 0) return;
  await tx.query(
    `update entry set changes = coalesce((
       select jsonb_agg(case when change ? 'isPersonal'
                then change || '{"before": null, "after": null}'::jsonb else change end)
         from jsonb_array_elements(changes) as change), '[]')
      where subject = any($1)`,
    [erased],
  );
  await tx.query('update current_value set value = null where subject = any($1)', [erased]);
  await tx.query('update named set name = null where subject = any($1)', [erased]);
}

/** An entry that was inserted before a crash stays unchanged when its event is projected again. */
async function insertEntries({ entries }: AuditFold, tx: Sql): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    `insert into entry select * from jsonb_populate_recordset(null::entry, $1::jsonb) on conflict do nothing`,
    [JSON.stringify(entries, storable)],
  );
}

async function saveCurrent({ changed, gone }: AuditFold, tx: Sql): Promise<void> {
  const lost = [...gone.values()];
  if (lost.length > 0) {
    await tx.query(
      `delete from current_value c using jsonb_to_recordset($1::jsonb) as g(stream text, scope text, field text)
        where c.stream = g.stream and c.scope = g.scope and c.field = g.field`,
      [JSON.stringify(lost)],
    );
  }
  await upsert(tx, 'current_value', ['stream', 'scope', 'field'], [...changed.values()]);
}
