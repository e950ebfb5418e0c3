import { searchTextOf } from '@parley/contracts/api/keyword';
import { idOf, type ContactEvent, type RecordedEvent } from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { Change } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { changesAround } from './inbox.changes';
import type { ContactRow } from './inbox.rows';

type ContactFact = RecordedEvent & ContactEvent;

/** The fields of a contact that lists display. */
const shown = ['name', 'phone', 'email', 'username'] as const;
type Shown = Pick<ContactRow, (typeof shown)[number]>;
const unknown: Shown = { name: null, phone: null, email: null, username: null };

/** Events that change none of the displayed fields; labels are folded elsewhere. */
const unseen = ['ContactConversationStarted', 'ContactLabelled', 'ContactUnlabelled'];

/** Folds the contact events of a batch, and finds the conversations whose list rows change. */
export class ContactFold {
  private readonly told: ContactFact[] = [];

  apply(event: ContactFact): void {
    if (!unseen.includes(event.type)) this.told.push(event);
  }

  /**
   * @param remerged contacts that were merged or separated in the batch, with the position of that event
   * @returns the changed list rows of all changed contacts
   */
  async save(remerged: ReadonlyMap<string, string>, tx: Sql): Promise<Change[]> {
    if (this.told.length === 0) return [];
    const { rows: known } = await tx.query<ContactRow>('select * from contact where id = any($1::uuid[])', [
      this.told.map(({ stream }) => idOf(stream)),
    ]);
    const rows = new Map(known.map((row) => [row.id, row]));
    const changed = new Map<string, string>();
    for (const event of this.told) {
      const id = idOf(event.stream);
      const { customerId: customer_id, position } = event;
      const flags = { is_blocked: false, is_high_priority: false };
      const before = rows.get(id) ?? { id, customer_id, ...unknown, ...flags, changed_at: position };
      rows.set(id, { ...after(before, event), changed_at: position });
      if (event.type !== 'ContactRegistered') changed.set(id, position);
    }
    const searchable = [...rows.values()].map((row) => ({ ...row, search: searchTextOf(row) }));
    await upsert(tx, 'contact', ['id'], searchable);
    return changesAround(new Map([...changed, ...remerged]), tx);
  }
}

function after(row: ContactRow, event: ContactFact): ContactRow {
  switch (event.type) {
    case 'ContactRegistered':
    case 'ContactIdentified':
    case 'ContactDetailsChanged':
    case 'ContactAbsorbed':
    case 'ContactReleased': {
      const said: Partial<Shown> = event.data.personal ?? {};
      const fields = shown.flatMap((field) => {
        const value = said[field];
        return value === undefined ? [] : [[field, value] as const];
      });
      return { ...row, ...(Object.fromEntries(fields) as Partial<Shown>) };
    }
    case 'ContactBlocked':
    case 'ContactUnblocked':
      return { ...row, is_blocked: event.type === 'ContactBlocked' };
    case 'ContactPrioritised':
    case 'ContactUnprioritised':
      return { ...row, is_high_priority: event.type === 'ContactPrioritised' };
    case 'ContactErased':
      return { ...row, ...unknown };
    default:
      return row;
  }
}
