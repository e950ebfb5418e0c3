import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-smart-routing': typeof en & typeof abilities & typeof audit;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/smart-routing',
      layout: 'settings',
      requires: 'smart-routing:read',
      load: () => import('./routes.page'),
    },
    {
      path: '/settings/smart-routing/add',
      layout: 'settings',
      requires: 'smart-routing:create',
      load: () => import('./add-route.page'),
    },
    {
      path: '/settings/smart-routing/:routeId',
      layout: 'settings',
      requires: 'smart-routing:update',
      load: () => import('./route.page'),
    },
  ],
  settings: [
    {
      to: '/settings/smart-routing',
      name: { en: 'Smart routing', es: 'Enrutamiento inteligente', nl: 'Slim toewijzen' },
      requires: 'smart-routing:read',
      section: 'organisation',
      order: 60,
    },
  ],
};
