import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-sla': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/sla',
      layout: 'settings',
      requires: 'customerSettings:update',
      load: () => import('./sla.page'),
    },
  ],
  settings: [
    {
      to: '/settings/sla',
      name: { en: 'Targets (SLA)', es: 'Objetivos (SLA)', nl: 'Doelen (SLA)' },
      requires: 'customerSettings:update',
      section: 'organisation',
      order: 75,
    },
  ],
};
