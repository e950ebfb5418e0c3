import type { ContactConditions } from '../api/contact-conditions';
import type { Fact } from './event';
import type { Facts } from './facts';

export interface ContactListContent {
  name: string;
  description: string;
  /**
   * A live list contains every contact that meets the conditions. Null: a fixed list, which contains the contacts
   * that were added.
   */
  conditions: ContactConditions | null;
}

export type ContactListEvent =
  | Fact<'ContactListAdded', ContactListContent>
  | Fact<'ContactListChanged', ContactListContent>
  /** Users can no longer choose the list for a broadcast or a rule. */
  | Fact<'ContactListArchived', Record<string, never>>
  | Fact<'ContactListRestored', Record<string, never>>
  | Fact<'ContactListDeleted', Record<string, never>>;

export const contactListFacts: Facts<ContactListEvent, 'contactList'> = {
  category: 'contactList',
  upcasters: {
    ContactListAdded: [],
    ContactListChanged: [],
    ContactListArchived: [],
    ContactListRestored: [],
    ContactListDeleted: [],
  },
};

/** Maximum number of contacts in one event. */
export const MAX_IN_BATCH = 1_000;

/**
 * Contacts that were added to fixed lists or removed from them. Each batch has its own stream, so that changing a
 * list of 200,000
 * is as fast as changing a list of ten. The newest event about a contact and a list wins.
 */
export type ContactListBatchEvent =
  | Fact<'ContactsListed', { listId: string; contactIds: string[] }>
  | Fact<'ContactsUnlisted', { listId: string; contactIds: string[] }>;

export const contactListBatchFacts: Facts<ContactListBatchEvent, 'contactListBatch'> = {
  category: 'contactListBatch',
  upcasters: { ContactsListed: [], ContactsUnlisted: [] },
};
