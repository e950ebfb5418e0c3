import { CHECK_IMPORT, RUN_IMPORT, UNDO_IMPORT } from '@parley/contracts/api/contact-imports';
import type { Feature } from '../../lib/feature';
import type abilities from './texts/settings-abilities.en.json';
import type en from './texts/en.json';
import { lazyPart } from '../../lib/lazy-part';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'contact-imports': typeof en & typeof abilities;
  }
}

const requires = 'contactImports:read';
const Subject = lazyPart(() => import('./job-subject'), { shape: 'none' });

export const feature: Feature = {
  pages: [
    { path: '/contacts/imports', requires, load: () => import('./imports.page') },
    { path: '/contacts/imports/add', requires, load: () => import('./upload.page') },
    { path: '/contacts/imports/:importId', requires, load: () => import('./import.page') },
    { path: '/contacts/imports/:importId/:step', requires, load: () => import('./import.page') },
  ],
  contacts: [
    {
      to: '/contacts/imports',
      name: { en: 'Imports', es: 'Importaciones', nl: 'Imports' },
      requires,
      order: 50,
    },
  ],
  background: {
    requires,
    Component: lazyPart(() => import('./import-news'), { shape: 'none', texts: 'contact-imports' }),
  },
  jobs: [
    {
      kind: CHECK_IMPORT,
      name: { en: 'Check of a file', es: 'Comprobación de un archivo', nl: 'Controle van een bestand' },
      Subject,
    },
    {
      kind: RUN_IMPORT,
      name: { en: 'Import of contacts', es: 'Importación de contactos', nl: 'Import van contacten' },
      Subject,
    },
    {
      kind: UNDO_IMPORT,
      name: { en: 'Undo of an import', es: 'Deshacer una importación', nl: 'Import ongedaan maken' },
      Subject,
    },
  ],
};
