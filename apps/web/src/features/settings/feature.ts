import { IconSettings } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    settings: typeof en;
  }
}

export const feature: Feature = {
  pages: [
    { path: '/settings', layout: 'settings', requires: 'settings:read', load: () => import('./start.page') },
  ],
  rail: [
    {
      to: '/settings',
      name: { en: 'Settings', es: 'Ajustes', nl: 'Instellingen' },
      requires: 'settings:read',
      order: 1000,
      icon: IconSettings,
    },
  ],
};
