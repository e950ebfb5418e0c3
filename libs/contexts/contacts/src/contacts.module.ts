import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handlersOf } from '@parley/event-sourcing/decider/command-bus';
import { ContactChangesKind } from './bulk/contact-changes.kind';
import { ContactsExport } from './export/contacts-export';
import { ContactHistoryQueries } from './read/contact-history.queries';
import { ToContact } from './domain/contact';
import { ToContactList, ToListBatch } from './domain/contact-list';
import { ContactLists } from './lists/contact-lists';
import { FillListKind } from './lists/fill-list.kind';
import { ListQueries } from './lists/list.queries';
import { ListUses } from './lists/list-uses';
import { RecipientQueries } from './lists/recipients.queries';
import { ContactListQueries } from './read/contact-list.queries';
import { JobsModule } from '@parley/jobs/jobs.module';
import { CheckImportKind } from './import/check-import.kind';
import { ContactImports } from './import/contact-imports';
import { ImportStore } from './import/import-store';
import { ImportSweep } from './import/import-sweep';
import { RunImportKind } from './import/run-import.kind';
import { UndoImportKind } from './import/undo-import.kind';
import { ContactQueries } from './read/contacts.queries';
import { DuplicateQueries } from './read/duplicates.queries';
import { PastValues } from './read/past-values';
import { ChangeContact } from './write/change-contact';
import { EraseContact } from './write/erase-contact';
import { MergeContacts } from './write/merge-contacts';
import { IdentifyContact } from './write/identify-contact';

@Module({
  imports: [CqrsModule, JobsModule],
  providers: [
    ...handlersOf(ToContact, ToContactList, ToListBatch),
    ...[ChangeContact, EraseContact, IdentifyContact, MergeContacts],
    ...[ContactHistoryQueries, ContactListQueries, ContactQueries, DuplicateQueries, ContactChangesKind],
    ContactsExport,
    ...[CheckImportKind, ContactImports, ImportStore, ImportSweep, RunImportKind, UndoImportKind],
    ...[ContactLists, FillListKind, ListQueries, ListUses],
    ...[PastValues, RecipientQueries],
  ],
  exports: [
    ...[ChangeContact, ContactImports, EraseContact, IdentifyContact, MergeContacts],
    ...[ContactHistoryQueries, ContactListQueries, ContactQueries, DuplicateQueries],
    ...[ContactLists, ListQueries, ListUses, PastValues, RecipientQueries],
  ],
})
export class ContactsModule {}
