import { Injectable } from '@nestjs/common';
import type { ExportField, ExportFilter } from '@parley/contracts/api/exports';
import type { AsOf } from '@parley/read-kit/as-of';
import type { Cell, ExportOwner, ExportQuery, ExportRows, ExportSource } from '@parley/feature/export-source';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { auditView } from '../read/audit.projector';
import { conditionsOf } from '../read/audit.queries';
import type { EntryRow } from '../read/audit.rows';

type Stored = Omit<EntryRow, 'time'> & { time: Date };

const columns: Record<string, (entry: Stored) => Cell> = {
  time: ({ time }) => time.toISOString(),
  who: (entry) => (entry.actor_kind === 'user' ? entry.actor_id : entry.actor_kind),
  what: ({ type }) => type,
  targetKind: ({ category }) => category,
  target: (entry) => entry.target_id,
  targetId: (entry) => entry.target_id,
  from: ({ ip }) => ip,
  changes: ({ changes }) =>
    JSON.stringify(changes.map(({ field, before, after }) => ({ field, before, after }))),
};

/** Exports the audit log. Entries never change, except that the personal values of an erased user are removed. */
@Injectable()
export class AuditExport implements ExportSource {
  readonly kind = 'audit';
  readonly requires = 'audit:read';
  readonly views = [auditView.name];
  readonly named = ['who', 'target'];

  constructor(private readonly database: Database) {}

  fields(): Promise<ExportField[]> {
    const names = Object.keys(columns);
    return Promise.resolve(names.map((name) => ({ name, label: null, isUsual: name !== 'targetId' })));
  }

  select(me: Principal, { entries, userIds }: ExportFilter, { from, to }: Pick<ExportQuery, 'from' | 'to'>) {
    const values: unknown[] = [];
    const asked = { kind: entries, from: from ?? undefined, to: to ?? undefined };
    const where = [
      conditionsOf(me.customerId, asked, values),
      ...(userIds ? [`e.actor_id = any($${values.push(userIds)}::text[])`] : []),
    ].join(' and ');
    const text = `select e.position as key, null::jsonb as payload from audit.entry e where ${where} order by e.position`;
    return Promise.resolve({ text, values, params: {} });
  }

  async *rows(
    keys: string[],
    { fields }: ExportQuery,
    { asOf, owner, found }: { asOf: AsOf; owner: ExportOwner; found: (key: string) => void },
  ): AsyncGenerator<ExportRows> {
    const { rows } = await this.database.query<Stored>(
      `select * from audit.entry where customer_id = $1 and position = any($2::text[]) and position <= $3 collate "C"
        order by position`,
      [owner.customerId, keys, asOf.position],
    );
    for (const { position } of rows) found(position);
    const cells = (entry: Stored) => fields.map((name) => [name, columns[name]?.(entry) ?? null] as const);
    yield { rows: rows.map((entry) => Object.fromEntries(cells(entry))), files: [] };
  }

  /** Returns the names of users and targets by id, also after their deletion. */
  async names(customerId: string): Promise<Map<string, string | null>> {
    const { rows } = await this.database.query<{ id: string; name: string }>(
      'select id, name from audit.named where customer_id = $1 and name is not null',
      [customerId],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
