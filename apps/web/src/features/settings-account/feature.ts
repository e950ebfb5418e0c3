import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-account': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/account',
      layout: 'settings',
      requires: 'settings:read',
      load: () => import('./account.page'),
    },
  ],
  settings: [
    {
      to: '/settings/account',
      name: { en: 'My account', es: 'Mi cuenta', nl: 'Mijn account' },
      requires: 'settings:read',
      section: 'mine',
      order: 10,
    },
  ],
};
