import type { ContactListBatchEvent, ContactListEvent } from '../contact-list.events';
import type { ExamplesOf } from './examples-of';
import { contactId, labelId } from './ids';

const fixed = { name: 'Regulars', description: 'Who comes every week', conditions: null };

export const contactListExamples: ExamplesOf<ContactListEvent | ContactListBatchEvent> = {
  ContactListAdded: [
    fixed,
    {
      name: 'Wholesale',
      description: '',
      conditions: {
        match: 'all',
        groups: [{ match: 'any', conditions: [{ field: 'label', is: 'anyOf', ids: [labelId] }] }],
      },
    },
  ],
  ContactListChanged: [{ ...fixed, name: 'Regular guests' }],
  ContactListArchived: [{}],
  ContactListRestored: [{}],
  ContactListDeleted: [{}],
  ContactsListed: [{ listId: labelId, contactIds: [contactId] }],
  ContactsUnlisted: [{ listId: labelId, contactIds: [contactId] }],
};
