import { isAccessChange, type Change } from '@parley/event-sourcing/projection/view';

/** More changed rows than this are fetched again rather than pushed. */
export const MOST_CHANGES = 500;

export interface ChangedRow {
  id: string;
  parentId: string | null;
  /** The access it had on the way here: whoever could see any of these may hold the row. */
  befores: unknown[];
}

/** Changes of one view and customer, each row once however often it changed. */
export class ChangeSet {
  /** Position of the newest change. */
  position = '';
  /** Users and organisations whose access changed, and channels that access changed through. */
  readonly accessOf = new Set<string>();
  /** Of what is traced among them. */
  readonly correlationIds = new Set<string>();
  /** By row and parent: one that moved is gone from one thread, and there in the other. */
  private readonly byPlace = new Map<
    string,
    { id: string; parentId: string | null; befores: Map<string, unknown> }
  >();
  private overflowed = false;

  constructor(changes: Change[] = []) {
    this.add(changes);
  }

  get rows(): ChangedRow[] {
    return [...this.byPlace.values()].map(({ id, parentId, befores }) => ({
      id,
      parentId,
      befores: [...befores.values()],
    }));
  }

  /** More than is pushed: nothing is held any more but that. */
  get isTooMany(): boolean {
    return this.overflowed;
  }

  add(changes: Change[]): void {
    for (const change of changes) {
      if (change.position > this.position) this.position = change.position;
      if (change.correlationId) this.correlationIds.add(change.correlationId);
      if (isAccessChange(change)) this.accessOf.add(change.id);
      else this.addRow(change);
    }
  }

  private addRow({ id, parentId, before }: Change): void {
    if (this.overflowed) return;
    const place = `${id} ${parentId}`;
    const row = this.byPlace.get(place) ?? { id, parentId, befores: new Map<string, unknown>() };
    if (before !== null) row.befores.set(JSON.stringify(before), before);
    this.byPlace.set(place, row);
    if (this.byPlace.size <= MOST_CHANGES) return;
    this.overflowed = true;
    this.byPlace.clear();
  }
}
