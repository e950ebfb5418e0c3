import type { ContactConditions } from '../api/contact-conditions';
import type { Fact } from './event';
import type { Facts } from './facts';

export interface ContactListContent {
  name: string;
  description: string;
  /** Of a live list: whoever meets them is in it. Null: a fixed list, which holds those who were put there. */
  conditions: ContactConditions | null;
}

export type ContactListEvent =
  | Fact<'ContactListAdded', ContactListContent>
  | Fact<'ContactListChanged', ContactListContent>
  /** Offered no more where a list is chosen. */
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

/** Contacts that are named in one fact at most. */
export const MOST_IN_BATCH = 1_000;

/**
 * Who was put into fixed lists, or taken out: a stream for each batch, so that a list of 200,000 is changed as quickly as
 * one of ten. The last that was said of a contact holds.
 */
export type ContactListBatchEvent =
  | Fact<'ContactsListed', { listId: string; contactIds: string[] }>
  | Fact<'ContactsUnlisted', { listId: string; contactIds: string[] }>;

export const contactListBatchFacts: Facts<ContactListBatchEvent, 'contactListBatch'> = {
  category: 'contactListBatch',
  upcasters: { ContactsListed: [], ContactsUnlisted: [] },
};
