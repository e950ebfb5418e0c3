import { idOf, type RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';
import { FoldSql } from '@parley/event-sourcing/projection/fold-sql';

/** Creates the table of erased contacts, for every view that shows personal data of contacts. */
export const erasedDdl = `
  create table erased (
    contact_id uuid primary key
  );
`;

/**
 * Removes the personal data of erased contacts from a batch, and records the contacts that the batch erases. This is
 * necessary since a process may still have the key of a contact that another process has erased, and its fold must
 * give the same rows as a later rebuild.
 * @returns the events, and the contacts erased in this batch, whose rows the view must clear
 */
export async function forgetErased<E extends RecordedEvent>(
  events: E[],
  tx: Sql,
): Promise<{ events: E[]; erased: Set<string> }> {
  const subjects = new Set<string>();
  for (const { data } of events) if (isPersonal(data) && data.personal !== null) subjects.add(data.subject);
  const erased = await rememberErased(events, tx);
  const gone = await knownErased([...subjects], tx);
  if (gone.size === 0) return { events, erased };
  const forgotten = events.map((event) =>
    isPersonal(event.data) && gone.has(event.data.subject)
      ? { ...event, data: { ...event.data, personal: null } }
      : event,
  );
  return { events: forgotten, erased };
}

/**
 * Records the contacts that a batch erases, for a view that shows no personal data.
 * @returns the contacts erased in this batch
 */
export async function rememberErased(events: RecordedEvent[], tx: Sql): Promise<Set<string>> {
  const erased = new Set(
    events.filter(({ type }) => type === 'ContactErased').map(({ stream }) => idOf(stream)),
  );
  if (erased.size > 0) {
    await tx.query('insert into erased select unnest($1::uuid[]) on conflict do nothing', [[...erased]]);
    if (tx instanceof FoldSql) tx.hasErased = true;
  }
  return erased;
}

async function knownErased(subjects: string[], tx: Sql): Promise<Set<string>> {
  if (subjects.length === 0 || (tx instanceof FoldSql && !tx.hasErased)) return new Set();
  const { rows } = await tx.query<{ contact_id: string }>(
    'select contact_id from erased where contact_id = any($1::uuid[])',
    [subjects],
  );
  return new Set(rows.map(({ contact_id }) => contact_id));
}

function isPersonal(data: unknown): data is { subject: string; personal: unknown } {
  return typeof data === 'object' && data !== null && 'personal' in data && 'subject' in data;
}
