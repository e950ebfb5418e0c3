import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/event-sourcing/feature';
import { ContactsModule } from './contacts.module';
import { ContactsHttpModule } from './http/contacts-http.module';
import { contactsView } from './read/contacts.projector';

/** People: who they are, and how channels know them. */
export const contacts: Feature = {
  module: ContactsModule,
  views: [contactsView],
  abilities: { contacts: all('contactsModule') },
  http: ContactsHttpModule,
};
