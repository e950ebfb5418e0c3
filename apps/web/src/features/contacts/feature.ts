import { IconAddressBook } from '@tabler/icons-react';
import { CONTACT_CHANGES, CONTACT_ERASURE } from '@parley/contracts/api/contacts';
import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    contacts: typeof en;
    'contacts-abilities': typeof abilities;
    'contacts-audit': typeof audit;
  }
}

const requires = 'contacts:read';

export const feature: Feature = {
  pages: [
    { path: '/contacts', requires, load: () => import('./contacts.page') },
    { path: '/contacts/add', requires: 'contacts:create', load: () => import('./add-contact.page') },
    { path: '/contacts/segments', requires: 'segments:read', load: () => import('./segments.page') },
    { path: '/contacts/duplicates', requires: 'contacts:update', load: () => import('./duplicates.page') },
    { path: '/contacts/:contactId', requires, load: () => import('./contact.page') },
  ],
  rail: [
    {
      to: '/contacts',
      name: { en: 'Contacts', es: 'Contactos', nl: 'Contacten' },
      requires,
      order: 40,
      icon: IconAddressBook,
    },
  ],
  contacts: [
    { to: '/contacts', name: { en: 'All', es: 'Todos', nl: 'Alle' }, requires, order: 10 },
    {
      to: '/contacts/segments',
      name: { en: 'Segments', es: 'Segmentos', nl: 'Segmenten' },
      requires: 'segments:read',
      order: 20,
    },
    {
      to: '/contacts/duplicates',
      name: { en: 'Duplicates', es: 'Duplicados', nl: 'Dubbelen' },
      requires: 'contacts:update',
      order: 40,
    },
  ],
  jobs: [
    {
      kind: CONTACT_CHANGES,
      name: { en: 'Change of contacts', es: 'Cambio de contactos', nl: 'Wijziging van contacten' },
    },
    {
      kind: CONTACT_ERASURE,
      name: { en: 'Erasure of contacts', es: 'Borrado de contactos', nl: 'Wissen van contacten' },
    },
  ],
};
