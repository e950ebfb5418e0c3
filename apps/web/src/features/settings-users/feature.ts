import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-users': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/users',
      layout: 'settings',
      requires: 'users:create',
      load: () => import('./users.page'),
    },
    {
      path: '/settings/users/add',
      layout: 'settings',
      requires: 'users:create',
      load: () => import('./add-user.page'),
    },
    {
      path: '/settings/users/:userId',
      layout: 'settings',
      requires: 'users:create',
      load: () => import('./user.page'),
    },
  ],
  settings: [
    {
      to: '/settings/users',
      name: { en: 'Users', es: 'Usuarios', nl: 'Gebruikers' },
      requires: 'users:create',
      section: 'organisation',
      order: 10,
    },
  ],
};
