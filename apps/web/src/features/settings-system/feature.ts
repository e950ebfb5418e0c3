import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-system': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/system',
      layout: 'settings',
      requires: 'customerSettings:update',
      load: () => import('./system.page'),
    },
  ],
  settings: [
    {
      to: '/settings/system',
      name: { en: 'System', es: 'Sistema', nl: 'Systeem' },
      requires: 'customerSettings:update',
      section: 'organisation',
      order: 80,
    },
  ],
};
