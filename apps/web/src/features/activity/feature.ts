import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    activity: typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/activity',
      layout: 'settings',
      requires: 'jobs:read',
      load: () => import('./activity.page'),
    },
  ],
  redirects: { '/activity': '/settings/activity' },
  settings: [
    {
      to: '/settings/activity',
      name: { en: 'Activity', es: 'Actividad', nl: 'Activiteit' },
      requires: 'jobs:read',
      section: 'mine',
      order: 25,
    },
  ],
};
