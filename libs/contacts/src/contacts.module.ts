import { Module } from '@nestjs/common';
import { ContactQueries } from './read/contacts.queries';
import { IdentifyContact } from './write/identify-contact';

/** People: who they are and how channels know them. */
@Module({
  providers: [IdentifyContact, ContactQueries],
  exports: [IdentifyContact, ContactQueries],
})
export class ContactsModule {}
