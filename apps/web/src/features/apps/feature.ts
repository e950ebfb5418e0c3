import { IconApps } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    apps: typeof en & typeof abilities & typeof audit;
  }
}

export const feature: Feature = {
  pages: [{ path: '/apps/*', requires: 'apps:read', load: () => import('./apps.pages') }],
  rail: [
    {
      to: '/apps',
      name: { en: 'Apps', es: 'Apps', nl: 'Apps' },
      requires: 'apps:update',
      order: 90,
      icon: IconApps,
    },
  ],
};
