import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ContactsModule } from '../contacts.module';
import { ContactsController } from './contacts.controller';

@Module({ imports: [CqrsModule, ContactsModule], controllers: [ContactsController] })
export class ContactsHttpModule {}
