import { IconSpeakerphone } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    engage: typeof en & typeof abilities & typeof audit;
  }
}

const requires = 'engage:read';
const writes = 'engage:update';

export const feature: Feature = {
  pages: [
    { path: '/engage/list', requires, load: () => import('./broadcasts.page') },
    { path: '/engage/list/:number', requires, load: () => import('./broadcast.page') },
    { path: '/engage/create', requires: 'engage:create', load: () => import('./create.page') },
    { path: '/engage/edit', requires: writes, load: () => import('./wizard.page') },
    { path: '/engage/rate-limits', requires, load: () => import('./limits.page') },
  ],
  redirects: { '/engage': '/engage/list' },
  rail: [
    {
      to: '/engage',
      name: { en: 'Engage', es: 'Difusiones', nl: 'Engage' },
      requires,
      order: 40,
      icon: IconSpeakerphone,
    },
  ],
};
