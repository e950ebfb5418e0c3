import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-abilities': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/abilities',
      layout: 'settings',
      requires: 'abilities:read',
      load: () => import('./abilities.page'),
    },
  ],
  settings: [
    {
      to: '/settings/abilities',
      name: { en: 'Abilities', es: 'Permisos', nl: 'Rechten' },
      requires: 'abilities:read',
      section: 'organisation',
      order: 70,
    },
  ],
};
