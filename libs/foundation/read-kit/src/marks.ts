import {
  idOf,
  type DomainEvent,
  type LabelEvent,
  type RecordedEvent,
  type TagEvent,
} from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';
import { NotFound } from '@parley/event-sourcing/decider/decider';

export type MarkKind = 'tag' | 'label';

/**
 * Part of the tables of every view that shows tags of conversations or labels of contacts. What was said of a target is
 * kept as it was said; what a mark stands for now, and whether it is gone, is looked up when rows are read. So a merge
 * or a deletion touches no target, and the order in which facts of different streams come makes no difference.
 */
export const marksDdl = `
  create table mark (
    id uuid primary key,
    customer_id uuid not null,
    kind text not null,
    name text not null,
    colour text not null,
    -- Itself, or what it was merged into.
    stands_for uuid not null,
    is_deleted boolean not null default false
  );
  create index mark_by_stands_for on mark (stands_for);

  create table marked (
    target_id uuid not null,
    mark_id uuid not null,
    position text collate "C" not null,
    primary key (target_id, mark_id)
  );
  create index marked_by_mark on marked (mark_id);
`;

/** The marks on a row, oldest first, as an SQL array of ids. */
export function marksOn(target: string, schema: string): string {
  return `array(
    select mark_of.stands_for from ${schema}.marked marking join ${schema}.mark mark_of on mark_of.id = marking.mark_id
     where marking.target_id = ${target} and not mark_of.is_deleted
     group by mark_of.stands_for order by min(marking.position), mark_of.stands_for)`;
}

/** What bears these marks, under whichever of the ids that stand for the same. */
export async function bearersOf(markIds: string[], tx: Sql): Promise<Marking[]> {
  if (markIds.length === 0) return [];
  const { rows } = await tx.query<Marking>(
    `select k.target_id, m.id as mark_id from mark m
       join mark alias using (stands_for) join marked k on k.mark_id = alias.id where m.id = any($1::uuid[])`,
    [markIds],
  );
  return rows;
}

/**
 * All ids that stand for the same mark, first the one that does so today.
 * @throws NotFound for one that is deleted, or of another kind or organisation
 */
export async function idsOfMark(
  sql: Sql,
  schema: string,
  { customerId, kind, id }: { customerId: string; kind: MarkKind; id: string },
): Promise<[string, ...string[]]> {
  const { rows } = await sql.query<{ id: string; stands_for: string }>(
    `select alias.id, alias.stands_for from ${schema}.mark m join ${schema}.mark alias using (stands_for)
      where m.id = $1 and m.customer_id = $2 and m.kind = $3 and not m.is_deleted order by alias.id`,
    [id, customerId, kind],
  );
  const [first] = rows;
  if (!first) throw new NotFound();
  return [
    first.stands_for,
    ...rows.map((row) => row.id).filter((candidate) => candidate !== first.stands_for),
  ];
}

type MarkEvent = RecordedEvent & (TagEvent | LabelEvent);

/** What a batch tells of tags and labels, and of what bears them. */
export class MarksFold {
  private readonly marks: MarkEvent[] = [];
  /** Targets that lose everything they bear, before what is added. */
  private readonly cleared = new Set<string>();
  private readonly removed = new Map<string, Marking>();
  private readonly added = new Map<string, Marking & { position: string }>();
  /** Contacts whose labels changed, by the position of what was told last. */
  readonly labelled = new Map<string, string>();

  /** Takes what it can place and leaves the rest. */
  apply(event: RecordedEvent): void {
    const targetId = idOf(event.stream);
    const fact = event as RecordedEvent & DomainEvent;
    switch (fact.type) {
      case 'ConversationTagged':
        return this.add(targetId, fact.data.tagId, event.position);
      case 'ConversationUntagged':
        return this.remove(targetId, fact.data.tagId);
      case 'ContactLabelled':
        this.labelled.set(targetId, event.position);
        return this.add(targetId, fact.data.labelId, event.position);
      case 'ContactUnlabelled':
        this.labelled.set(targetId, event.position);
        return this.remove(targetId, fact.data.labelId);
      case 'ContactErased':
      case 'ConversationDeleted':
        return this.clear(targetId);
      default:
        if (isOfMark(fact)) this.marks.push(fact);
    }
  }

  /** Marks that no longer are what they were, by the position of what was told of them last. */
  gone(): Map<string, string> {
    const gone = new Map<string, string>();
    for (const event of this.marks) {
      if ('intoId' in event.data) gone.set(event.data.intoId, event.position);
      else if (event.type === 'TagDeleted' || event.type === 'LabelDeleted')
        gone.set(idOf(event.stream), event.position);
    }
    return gone;
  }

  /** Marks that stand for more than before the batch, or for something at all; and what was merged into them. */
  regrouped(): string[] {
    const created = this.marks.filter(({ type }) => type === 'TagCreated' || type === 'LabelCreated');
    const merged = this.marks.flatMap(({ stream, data }) =>
      'intoId' in data ? [idOf(stream), data.intoId] : [],
    );
    return [...created.map(({ stream }) => idOf(stream)), ...merged];
  }

  /** Everything that the batch says of bearers, whatever came of it. */
  markings(): Marking[] {
    return [...this.removed.values(), ...this.added.values()];
  }

  clearedTargets(): string[] {
    return [...this.cleared];
  }

  async saveMarks(tx: Sql): Promise<void> {
    for (const event of this.marks) await saveMark(event, tx);
  }

  async saveMarkings(tx: Sql): Promise<void> {
    if (this.cleared.size > 0) {
      await tx.query('delete from marked where target_id = any($1::uuid[])', [[...this.cleared]]);
    }
    if (this.removed.size > 0) {
      await tx.query(
        `delete from marked k using jsonb_populate_recordset(null::marked, $1::jsonb) gone
          where k.target_id = gone.target_id and k.mark_id = gone.mark_id`,
        [JSON.stringify([...this.removed.values()])],
      );
    }
    if (this.added.size > 0) {
      await tx.query(
        `insert into marked select * from jsonb_populate_recordset(null::marked, $1::jsonb)
         on conflict (target_id, mark_id) do nothing`,
        [JSON.stringify([...this.added.values()])],
      );
    }
  }

  private clear(targetId: string): void {
    this.cleared.add(targetId);
    for (const [key, marking] of this.added) if (marking.target_id === targetId) this.added.delete(key);
  }

  private add(target_id: string, mark_id: string, position: string): void {
    const key = `${target_id}/${mark_id}`;
    if (!this.added.has(key)) this.added.set(key, { target_id, mark_id, position });
  }

  private remove(target_id: string, mark_id: string): void {
    const key = `${target_id}/${mark_id}`;
    this.added.delete(key);
    this.removed.set(key, { target_id, mark_id });
  }
}

export interface Marking {
  target_id: string;
  mark_id: string;
}

function isOfMark(event: RecordedEvent & DomainEvent): event is MarkEvent {
  return /^(tag|label)-/.test(event.stream);
}

async function saveMark(event: MarkEvent, tx: Sql): Promise<void> {
  const id = idOf(event.stream);
  switch (event.type) {
    case 'TagCreated':
    case 'LabelCreated': {
      const kind: MarkKind = event.type === 'TagCreated' ? 'tag' : 'label';
      await tx.query(
        `insert into mark (id, customer_id, kind, name, colour, stands_for) values ($1, $2, $3, $4, $5, $1)
         on conflict do nothing`,
        [id, event.customerId, kind, event.data.name, event.data.colour],
      );
      break;
    }
    case 'TagChanged':
    case 'LabelChanged':
      await tx.query('update mark set name = $2, colour = $3 where id = $1', [
        id,
        event.data.name,
        event.data.colour,
      ]);
      break;
    case 'TagDeleted':
    case 'LabelDeleted':
      await tx.query('update mark set is_deleted = true where stands_for = $1', [id]);
      break;
    case 'TagMerged':
    case 'LabelMerged':
      // What was merged into it follows; two that were merged into each other at once end as one.
      await tx.query(
        `update mark m set stands_for = t.stands_for, is_deleted = t.is_deleted from mark t
          where t.id = $2 and m.stands_for = $1 and not m.is_deleted and t.stands_for <> $1`,
        [id, event.data.intoId],
      );
      break;
  }
}
