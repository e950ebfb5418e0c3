import type { ContactListBatchEvent, ContactListContent, ContactListEvent } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type ContactListCommand =
  | { type: 'Create'; content: ContactListContent }
  | { type: 'Change'; content: Partial<ContactListContent> }
  | { type: 'Archive' | 'Restore' | 'Delete' };

export interface ContactListState {
  content: ContactListContent | null;
  isArchived: boolean;
  isDeleted: boolean;
}

/**
 * A list of contacts: fixed, or live by conditions. The members of a fixed list are recorded in separate streams, one
 * per batch.
 */
export const contactList: Decider<ContactListCommand, ContactListState, ContactListEvent> = {
  initialState: { content: null, isArchived: false, isDeleted: false },

  decide(command, { content, isArchived, isDeleted }) {
    if (command.type === 'Create') {
      return content ? [] : [{ type: 'ContactListAdded', data: command.content }];
    }
    if (command.type === 'Delete' && isDeleted) return [];
    if (!content || isDeleted) throw new NotFound();
    switch (command.type) {
      case 'Change': {
        const changed = { ...content, ...command.content };
        // Changing the kind of a list would change its members for broadcasts and everything else that uses the list.
        if ((changed.conditions === null) !== (content.conditions === null))
          throw new Rejected('list_kind_fixed');
        if (JSON.stringify(changed) === JSON.stringify(content)) return [];
        return [{ type: 'ContactListChanged', data: changed }];
      }
      case 'Archive':
        return isArchived ? [] : [{ type: 'ContactListArchived', data: {} }];
      case 'Restore':
        return isArchived ? [{ type: 'ContactListRestored', data: {} }] : [];
      case 'Delete':
        return [{ type: 'ContactListDeleted', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ContactListAdded':
      case 'ContactListChanged':
        return { ...state, content: event.data };
      case 'ContactListArchived':
      case 'ContactListRestored':
        return { ...state, isArchived: event.type === 'ContactListArchived' };
      case 'ContactListDeleted':
        return { ...state, isDeleted: true };
    }
  },
};

export class ToContactList extends commandTo(contactList, 'contactList') {}

export interface ListBatchCommand {
  type: 'List' | 'Unlist';
  listId: string;
  contactIds: string[];
}

/** Contacts that a single command adds to a list or removes from it. */
export const contactListBatch: Decider<ListBatchCommand, { isSaid: boolean }, ContactListBatchEvent> = {
  initialState: { isSaid: false },

  decide({ type, listId, contactIds }, { isSaid }) {
    if (isSaid) return [];
    return [{ type: type === 'List' ? 'ContactsListed' : 'ContactsUnlisted', data: { listId, contactIds } }];
  },

  evolve: () => ({ isSaid: true }),
};

/** Adds contacts to a fixed list, or removes them from it. */
export class ToListBatch extends commandTo(contactListBatch, 'contactListBatch') {}
