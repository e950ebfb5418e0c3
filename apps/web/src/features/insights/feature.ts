import { IconChartBar } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';
import type audit from './texts/settings-audit.en.json';
import type abilities from './texts/settings-abilities.en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    insights: typeof en & typeof abilities & typeof audit;
  }
}

export const feature: Feature = {
  pages: [
    { path: '/insights', requires: 'insights:read', load: () => import('./insights.page') },
    {
      path: '/insights/satisfaction',
      requires: 'insights:read',
      load: () => import('./satisfaction.page'),
    },
    {
      path: '/insights/definitions',
      requires: 'insights:read',
      load: () => import('./definitions.page'),
    },
  ],
  rail: [
    {
      to: '/insights',
      name: { en: 'Insights', es: 'Estadísticas', nl: 'Inzichten' },
      requires: 'insights:read',
      order: 60,
      icon: IconChartBar,
    },
  ],
};
