import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { JobsModule } from '@parley/jobs/jobs.module';
import { ContactJobs } from '../bulk/contact-jobs';
import { ContactsModule } from '../contacts.module';
import { ContactImportsController } from './contact-imports.controller';
import { ContactJobsController } from './contact-jobs.controller';
import { ContactListsController } from './contact-lists.controller';
import { ContactsController } from './contacts.controller';
import { InternalCommentsController } from './internal-comments.controller';
import { VisibleContacts } from './visible-contacts';

@Module({
  imports: [CqrsModule, ContactsModule, JobsModule],
  controllers: [
    ...[ContactImportsController, ContactJobsController, ContactListsController],
    ...[ContactsController, InternalCommentsController],
  ],
  providers: [ContactJobs, VisibleContacts],
})
export class ContactsHttpModule {}
