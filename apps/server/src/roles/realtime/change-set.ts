import type { Access, Change } from '@parley/event-sourcing/projection/view';

/** More changed rows than this are fetched again rather than pushed. */
export const MOST_CHANGES = 500;

export interface ChangedRow {
  id: string;
  conversationId: string;
  /** The access it had on the way here: whoever could see any of these may hold the row. */
  befores: Access[];
}

/** Changes of one view and customer, each row once however often it changed. */
export class ChangeSet {
  /** Position of the newest change. */
  position = '';
  /** Users and organisations whose access changed, and channels that access changed through. */
  readonly accessOf = new Set<string>();
  /** Of what is traced among them. */
  readonly correlationIds = new Set<string>();
  private readonly byId = new Map<string, ChangedRow>();
  private overflowed = false;

  constructor(
    private readonly view: 'inbox' | 'transcript',
    changes: Change[] = [],
  ) {
    this.add(changes);
  }

  get rows(): ChangedRow[] {
    return [...this.byId.values()];
  }

  /** More than is pushed: nothing is held any more but that. */
  get isTooMany(): boolean {
    return this.overflowed;
  }

  add(changes: Change[]): void {
    for (const change of changes) {
      if (change.position > this.position) this.position = change.position;
      if (change.correlationId) this.correlationIds.add(change.correlationId);
      if (this.view === 'inbox' && !change.before && !change.after) this.accessOf.add(change.id);
      else this.addRow(change);
    }
  }

  private addRow({ id, conversationId, before }: Change): void {
    if (this.overflowed) return;
    const row = this.byId.get(id) ?? { id, conversationId, befores: [] };
    if (before && !row.befores.some((known) => isSame(known, before))) row.befores.push(before);
    this.byId.set(id, row);
    if (this.byId.size <= MOST_CHANGES) return;
    this.overflowed = true;
    this.byId.clear();
  }
}

function isSame(a: Access, b: Access): boolean {
  return (
    a.channelId === b.channelId &&
    a.assignedUserId === b.assignedUserId &&
    a.assignedTeamId === b.assignedTeamId
  );
}
