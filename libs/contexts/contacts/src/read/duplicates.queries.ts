import { Injectable } from '@nestjs/common';
import { everybody } from '@parley/contracts/api/contact-conditions';
import type { DuplicateGroup } from '@parley/contracts/api/contacts';
import type { ContactViewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import { ContactListQueries, selectedSql } from './contact-list.queries';

/**
 * Maximum number of suggested groups, and of contacts in a group: a name that fifty contacts share does not indicate
 * duplicates.
 */
const MAX_GROUPS = 100;
const LARGEST = 10;

/** Finds contacts that may be the same person. */
@Injectable()
export class DuplicateQueries {
  constructor(
    private readonly database: Database,
    private readonly lists: ContactListQueries,
  ) {}

  /** Groups of visible contacts with the same phone, e-mail, reference or name, the surest reason first. */
  async groups(viewer: ContactViewer): Promise<DuplicateGroup[]> {
    const values: unknown[] = [];
    const where = selectedSql(viewer, { conditions: everybody }, values);
    const { rows } = await this.database.query<{ why: DuplicateGroup['why']; ids: string[] }>(
      `with seen as (select k.id, k.phone, k.email, k.reference, k.name, k.sort_name, k.created_at
                       from contacts.contact k where ${where}),
       keyed as (
         select id, created_at, 1 as rank, 'phone' as why, regexp_replace(phone, '\\D', '', 'g') as key from seen where phone is not null
         union all select id, created_at, 2, 'email', lower(email) from seen where email is not null
         union all select id, created_at, 3, 'reference', lower(reference) from seen where reference is not null
         union all select id, created_at, 4, 'name', sort_name from seen where name is not null)
       select why, array_agg(id order by created_at, id) as ids from keyed group by rank, why, key
       having count(*) between 2 and ${LARGEST} order by rank, min(created_at), key limit ${MAX_GROUPS * 2}`,
      values,
    );
    const apart = await this.pairsApart(rows.flatMap(({ ids }) => ids));
    const told = new Set<string>();
    const groups: { why: DuplicateGroup['why']; ids: string[] }[] = [];
    for (const { why, ids } of rows) {
      const [first, ...others] = ids;
      const left = others.filter((id) => !apart.has(pair(first!, id)));
      const key = [first, ...left].join();
      if (left.length === 0 || told.has(key)) continue;
      told.add(key);
      groups.push({ why, ids: [first!, ...left] });
    }
    const shown = groups.slice(0, MAX_GROUPS);
    const items = new Map(
      (await this.lists.items(viewer, [...new Set(shown.flatMap(({ ids }) => ids))])).map((item) => [
        item.id,
        item,
      ]),
    );
    return shown.map(({ why, ids }) => ({ why, contacts: ids.flatMap((id) => items.get(id) ?? []) }));
  }

  private async pairsApart(ids: string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const { rows } = await this.database.query<{ contact_id: string; other_id: string }>(
      `select contact_id, other_id from contacts.distinct_pair d
        where d.contact_id = any($1::uuid[]) and d.other_id = any($1::uuid[])`,
      [ids],
    );
    return new Set(rows.map((row) => pair(row.contact_id, row.other_id)));
  }
}

function pair(a: string, b: string): string {
  return a < b ? `${a}/${b}` : `${b}/${a}`;
}
