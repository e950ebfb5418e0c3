import { IconMessageQuestion } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';
import { lazyPart } from '../../lib/lazy-part';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'smart-routing': typeof en;
  }
}

export const feature: Feature = {
  conversationAsides: [
    {
      command: 'whyAssigned',
      name: {
        en: 'Why was this assigned?',
        es: '¿Por qué se asignó?',
        nl: 'Waarom is dit toegewezen?',
      },
      requires: 'inbox:read',
      order: 30,
      icon: IconMessageQuestion,
      Component: lazyPart(async () => ({ default: (await import('./why-assigned')).WhyAssigned }), {
        texts: 'smart-routing',
      }),
    },
  ],
  jobs: [
    {
      kind: 'back-test',
      name: { en: 'Back-test', es: 'Prueba retrospectiva', nl: 'Terugtest' },
      Subject: lazyPart(() => import('./back-test-subject'), { shape: 'none', texts: 'smart-routing' }),
    },
  ],
};
