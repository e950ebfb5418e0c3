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
 * Tables for every view that shows tags of conversations or labels of contacts. A target (a conversation or contact)
 * keeps the ids with which it was marked; reading resolves merges and deletions. So a merge or deletion changes no
 * target, and events of different streams can be folded in any order.
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

/** @returns SQL for the marks on a row, oldest first, as an array of ids */
export function marksOn(target: string, schema: string): string {
  return `array(
    select mark_of.stands_for from ${schema}.marked marking join ${schema}.mark mark_of on mark_of.id = marking.mark_id
     where marking.target_id = ${target} and not mark_of.is_deleted
     group by mark_of.stands_for order by min(marking.position), mark_of.stands_for)`;
}

/** @returns the targets with these marks, under any of their merged ids */
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
 * @returns all ids of a mark and of those merged with it, the current one first
 * @throws NotFound if the mark is deleted, or of another kind or organisation
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

/** Collects the changes of tags and labels, and of the targets that bear them, in a batch. */
export class MarksFold {
  private readonly marks: MarkEvent[] = [];
  /** Targets whose marks are all removed before the additions of the batch. */
  private readonly cleared = new Set<string>();
  private readonly removed = new Map<string, Marking>();
  private readonly added = new Map<string, Marking & { position: string }>();
  /** Contacts with changed labels, each with the position of its last change. */
  readonly labelled = new Map<string, string>();

  /** Collects an event of tags or labels; ignores all others. */
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

  /** @returns merged and deleted marks, each with the position of its last event */
  gone(): Map<string, string> {
    const gone = new Map<string, string>();
    for (const event of this.marks) {
      if ('intoId' in event.data) gone.set(event.data.intoId, event.position);
      else if (event.type === 'TagDeleted' || event.type === 'LabelDeleted')
        gone.set(idOf(event.stream), event.position);
    }
    return gone;
  }

  /** @returns marks that the batch created or merged, and the marks into which those were merged */
  regrouped(): string[] {
    const created = this.marks.filter(({ type }) => type === 'TagCreated' || type === 'LabelCreated');
    const merged = this.marks.flatMap(({ stream, data }) =>
      'intoId' in data ? [idOf(stream), data.intoId] : [],
    );
    return [...created.map(({ stream }) => idOf(stream)), ...merged];
  }

  /** @returns all changes of targets in the batch, including those without an effect */
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
      // Also redirects the marks that were merged into this mark before. Two marks that were merged into each other
      // concurrently become one mark.
      await tx.query(
        `update mark m set stands_for = t.stands_for, is_deleted = t.is_deleted from mark t
          where t.id = $2 and m.stands_for = $1 and not m.is_deleted and t.stands_for <> $1`,
        [id, event.data.intoId],
      );
      break;
  }
}
