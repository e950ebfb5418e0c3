import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-audit': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/audit',
      layout: 'settings',
      requires: 'audit:read',
      load: () => import('./audit.page'),
    },
  ],
  settings: [
    {
      to: '/settings/audit',
      name: { en: 'Audit', es: 'Auditoría', nl: 'Audit' },
      requires: 'audit:read',
      section: 'organisation',
      order: 100,
    },
  ],
};
