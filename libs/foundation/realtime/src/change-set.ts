import { isAccessChange, type Change } from '@parley/event-sourcing/projection/view';

/** Above this number of changed rows, clients fetch the list again instead of receiving pushes. */
export const MAX_CHANGES = 500;

export interface ChangedRow {
  id: string;
  parentId: string | null;
  /**
   * The row's access before each of its changes. A window of a viewer who could see the row under one of them may
   * still show it.
   */
  befores: unknown[];
}

/** Changes of one view and organisation. Contains each changed row once, however often it changed. */
export class ChangeSet {
  /** Position of the newest change. */
  position = '';
  /** Users and organisations whose access changed, and channels through which it changed. */
  readonly accessOf = new Set<string>();
  /** Correlation ids of the traced changes. */
  readonly correlationIds = new Set<string>();
  /**
   * Changed rows by id and parent, since a row that moved to another thread was removed from one thread and added to
   * the other.
   */
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

  /** Whether there are more than MAX_CHANGES rows; then the set keeps none. */
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
    if (this.byPlace.size <= MAX_CHANGES) return;
    this.overflowed = true;
    this.byPlace.clear();
  }
}
