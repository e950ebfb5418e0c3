import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    status: typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/status',
      layout: 'settings',
      requires: 'status:read',
      load: () => import('./status.page'),
    },
  ],
  redirects: { '/status': '/settings/status' },
  settings: [
    {
      to: '/settings/status',
      name: { en: 'Status', es: 'Estado', nl: 'Status' },
      requires: 'status:read',
      section: 'mine',
      order: 30,
    },
  ],
};
