import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { ContactChangesKind } from './bulk/contact-changes.kind';
import { ContactsModule } from './contacts.module';
import { ContactsHttpModule } from './http/contacts-http.module';
import { CheckImportKind } from './import/check-import.kind';
import { ContactsExport } from './export/contacts-export';
import { ContactImport1766400000000 } from './import/contact-import.migration';
import { ImportSweep } from './import/import-sweep';
import { RunImportKind } from './import/run-import.kind';
import { UndoImportKind } from './import/undo-import.kind';
import { FillListKind } from './lists/fill-list.kind';
import { contactsView } from './read/contacts.projector';

export const contacts: Feature = {
  module: ContactsModule,
  migrations: [ContactImport1766400000000],
  views: [contactsView],
  jobs: [CheckImportKind, ContactChangesKind, FillListKind, RunImportKind, UndoImportKind],
  work: [ImportSweep],
  exports: [ContactsExport],
  abilities: {
    contacts: all('contactsModule'),
    contactImports: all('manager'),
    // Each of these jobs changes many contacts; an erasure is permanent, so only managers may begin one.
    contactJobs: { create: 'contactsModule' },
    contactErasures: { create: 'manager' },
    contactLists: { ...all('manager'), read: 'contactsModule' },
  },
  http: ContactsHttpModule,
};
