import { FILL_LIST } from '@parley/contracts/api/contact-lists';
import type { Feature } from '../../lib/feature';
import type abilities from './texts/settings-abilities.en.json';
import type en from './texts/en.json';
import { lazyPart } from '../../lib/lazy-part';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'contact-lists': typeof en & typeof abilities;
  }
}

const requires = 'contactLists:read';

export const feature: Feature = {
  pages: [
    { path: '/contacts/lists', requires, load: () => import('./lists.page') },
    { path: '/contacts/lists/add', requires: 'contactLists:create', load: () => import('./add-list.page') },
    { path: '/contacts/lists/:listId', requires, load: () => import('./list.page') },
  ],
  contacts: [
    { to: '/contacts/lists', name: { en: 'Lists', es: 'Listas', nl: 'Lijsten' }, requires, order: 30 },
  ],
  contactActions: [
    {
      name: { en: 'Add to list', es: 'Añadir a una lista', nl: 'Aan lijst toevoegen' },
      requires: 'contactLists:update',
      order: 40,
      Dialog: lazyPart(() => import('./add-to-list-dialog'), { shape: 'card', texts: 'contact-lists' }),
    },
  ],
  jobs: [
    {
      kind: FILL_LIST,
      name: {
        en: 'Contacts added to a list',
        es: 'Contactos añadidos a una lista',
        nl: 'Contacten aan een lijst toegevoegd',
      },
      Subject: lazyPart(() => import('./job-subject'), { shape: 'none' }),
    },
  ],
};
