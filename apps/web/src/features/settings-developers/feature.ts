import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-developers': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/developers/parked',
      layout: 'settings',
      requires: 'developers:read',
      load: () => import('./parked.page'),
    },
  ],
  redirects: { '/settings/developers': '/settings/developers/parked' },
  settings: [
    {
      to: '/settings/developers/parked',
      name: { en: 'Failed messages', es: 'Mensajes fallidos', nl: 'Mislukte berichten' },
      requires: 'developers:read',
      section: 'developers',
      order: 20,
    },
  ],
};
