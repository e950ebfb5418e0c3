import { IconGauge } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    workload: typeof en;
  }
}

export const feature: Feature = {
  pages: [{ path: '/workload', requires: 'workload:read', load: () => import('./workload.page') }],
  rail: [
    {
      to: '/workload',
      name: { en: 'Workload', es: 'Carga de trabajo', nl: 'Werkverdeling' },
      requires: 'workload:read',
      order: 80,
      icon: IconGauge,
    },
  ],
};
