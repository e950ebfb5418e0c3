import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts.module';
import { ContactsController } from './contacts.controller';

@Module({ imports: [ContactsModule], controllers: [ContactsController] })
export class ContactsHttpModule {}
