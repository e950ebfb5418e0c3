import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ContactsModule } from '../contacts.module';
import { ContactsController } from './contacts.controller';
import { InternalCommentsController } from './internal-comments.controller';

@Module({
  imports: [CqrsModule, ContactsModule],
  controllers: [ContactsController, InternalCommentsController],
})
export class ContactsHttpModule {}
