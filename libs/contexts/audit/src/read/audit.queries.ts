import { Injectable } from '@nestjs/common';
import type { AuditEntry, AuditResponse } from '@parley/contracts/api/audit';
import type { AuditFilter } from '@parley/contracts/api/audit.requests';
import { Database } from '@parley/platform/database/database';
import { isChangeSql, isSignInSql, type EntryRow } from './audit.rows';

const PAGE = 50;
const EXPORT_BATCH = 500;
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

type Shown = Omit<EntryRow, 'time'> & { time: Date; actor_name: string | null; target_name: string | null };

/** Reads the view `audit`, each time for a single organisation. */
@Injectable()
export class AuditQueries {
  constructor(private readonly database: Database) {}

  /** @param before `next` of the previous page; undefined for the newest entries */
  async page(customerId: string, filter: AuditFilter, before?: string): Promise<AuditResponse> {
    const found = await this.rows(customerId, filter, before, PAGE + 1);
    const rows = found.slice(0, PAGE);
    const next = found.length > PAGE ? (rows.at(-1)?.position ?? null) : null;
    return { data: rows.map(toEntry), next, names: await this.namesIn(customerId, rows) };
  }

  async count(customerId: string, filter: AuditFilter): Promise<number> {
    const values: unknown[] = [];
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*)::int as count from audit.entry e where ${conditionsOf(customerId, filter, values)}`,
      values,
    );
    return rows[0]?.count ?? 0;
  }

  /** Yields all matching entries in batches, newest first, with the names for ids that occur in their changes. */
  async *all(
    customerId: string,
    filter: AuditFilter,
  ): AsyncGenerator<{ entries: AuditEntry[]; names: Record<string, string> }> {
    for (let before: string | undefined; ;) {
      const rows = await this.rows(customerId, filter, before, EXPORT_BATCH);
      if (rows.length > 0) {
        yield { entries: rows.map(toEntry), names: await this.namesIn(customerId, rows) };
      }
      before = rows.at(-1)?.position;
      if (rows.length < EXPORT_BATCH) return;
    }
  }

  private async rows(
    customerId: string,
    filter: AuditFilter,
    before: string | undefined,
    limit: number,
  ): Promise<Shown[]> {
    const values: unknown[] = [];
    const conditions = conditionsOf(customerId, filter, values);
    const older = before === undefined ? '' : ` and e.position < $${values.push(before)} collate "C"`;
    const { rows } = await this.database.query<Shown>(
      `select e.*, a.name as actor_name, t.name as target_name
         from audit.entry e
         left join audit.named a on a.id = e.actor_id and a.customer_id = e.customer_id
         left join audit.named t on t.id = e.target_id and t.customer_id = e.customer_id
        where ${conditions}${older} order by e.position desc limit ${limit}`,
      values,
    );
    return rows;
  }

  private async namesIn(customerId: string, rows: Shown[]): Promise<Record<string, string>> {
    const ids = new Set(rows.flatMap(({ changes }) => JSON.stringify(changes).match(uuid) ?? []));
    if (ids.size === 0) return {};
    const { rows: named } = await this.database.query<{ id: string; name: string }>(
      'select id, name from audit.named where customer_id = $1 and id = any($2) and name is not null',
      [customerId, [...ids]],
    );
    return Object.fromEntries(named.map(({ id, name }) => [id, name]));
  }
}

/** Returns the SQL condition of a filter on rows `e` of `audit.entry`, and appends its parameters to `values`. */
export function conditionsOf(customerId: string, filter: AuditFilter, values: unknown[]): string {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const { actor, category, type, kind, target, from, to } = filter;
  const conditions = [`e.customer_id = ${parameter(customerId, 'uuid')}`];
  if (actor === 'operator' || actor === 'system')
    conditions.push(`e.actor_kind = ${parameter(actor, 'text')}`);
  else if (actor !== undefined) conditions.push(`e.actor_id = ${parameter(actor, 'text')}`);
  if (category !== undefined) conditions.push(`e.category = ${parameter(category, 'text')}`);
  if (type !== undefined) conditions.push(`e.type = ${parameter(type, 'text')}`);
  // Literals instead of parameters let PostgreSQL use the partial indexes of changes and of sign-ins.
  if (kind !== undefined) conditions.push(kind === 'changes' ? isChangeSql : isSignInSql);
  if (target !== undefined) conditions.push(`e.target_id = ${parameter(target, 'text')}`);
  if (from !== undefined) conditions.push(`e.time >= ${parameter(from, 'timestamptz')}`);
  if (to !== undefined) conditions.push(`e.time < ${parameter(to, 'timestamptz')}`);
  return conditions.join(' and ');
}

function toEntry(row: Shown): AuditEntry {
  return {
    position: row.position,
    time: new Date(row.time).toISOString(),
    type: row.type,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    target: { category: row.category, id: row.target_id, name: row.target_name },
    ip: row.ip,
    changes: row.changes.map(({ field, before, after }) => ({ field, before, after })),
  };
}
