import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ContactsModule } from '../contacts.module';
import { ContactsController } from './contacts.controller';
import { InternalCommentsController } from './internal-comments.controller';
import { VisibleContacts } from './visible-contacts';

@Module({
  imports: [CqrsModule, ContactsModule],
  controllers: [ContactsController, InternalCommentsController],
  providers: [VisibleContacts],
})
export class ContactsHttpModule {}
