import { Module } from '@nestjs/common';
import { ContactQueries } from './read/contacts.queries';
import { EraseContact } from './write/erase-contact';
import { IdentifyContact } from './write/identify-contact';

/** People: who they are and how channels know them. */
@Module({
  providers: [EraseContact, IdentifyContact, ContactQueries],
  exports: [EraseContact, IdentifyContact, ContactQueries],
})
export class ContactsModule {}
