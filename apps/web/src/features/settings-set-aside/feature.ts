import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-set-aside': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/set-aside-mails',
      layout: 'settings',
      requires: 'channels:update',
      load: () => import('./set-aside.page'),
    },
  ],
  settings: [
    {
      to: '/settings/set-aside-mails',
      name: { en: 'E-mails set aside', es: 'Correos apartados', nl: 'Apart gezette e-mails' },
      requires: 'channels:update',
      section: 'organisation',
      order: 35,
    },
  ],
};
