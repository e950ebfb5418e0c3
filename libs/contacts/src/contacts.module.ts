import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ContactQueries } from './read/contacts.queries';
import { ChangeContact } from './write/change-contact';
import { ContactHandler } from './write/contact.handler';
import { EraseContact } from './write/erase-contact';
import { IdentifyContact } from './write/identify-contact';

/** People: who they are and how channels know them. */
@Module({
  imports: [CqrsModule],
  providers: [ChangeContact, ContactHandler, EraseContact, IdentifyContact, ContactQueries],
  exports: [ChangeContact, EraseContact, IdentifyContact, ContactQueries],
})
export class ContactsModule {}
