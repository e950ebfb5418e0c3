import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-teams': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/teams',
      layout: 'settings',
      requires: 'teams:update',
      load: () => import('./teams.page'),
    },
    {
      path: '/settings/teams/add',
      layout: 'settings',
      requires: 'teams:create',
      load: () => import('./add-team.page'),
    },
    {
      path: '/settings/teams/:teamId',
      layout: 'settings',
      requires: 'teams:update',
      load: () => import('./team.page'),
    },
  ],
  settings: [
    {
      to: '/settings/teams',
      name: { en: 'Teams', es: 'Equipos', nl: 'Teams' },
      requires: 'teams:update',
      section: 'organisation',
      order: 20,
    },
  ],
};
