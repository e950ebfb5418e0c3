import { lazy } from 'react';
import { IconMessageQuestion } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import { loadTexts } from '../../lib/i18n';
import type en from './texts/en.json';

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
      Component: lazy(async () => {
        const [{ WhyAssigned }] = await Promise.all([import('./why-assigned'), loadTexts('smart-routing')]);
        return { default: WhyAssigned };
      }),
    },
  ],
  jobs: [
    {
      kind: 'back-test',
      name: { en: 'Back-test', es: 'Prueba retrospectiva', nl: 'Terugtest' },
      Subject: lazy(async () => {
        const [subject] = await Promise.all([import('./back-test-subject'), loadTexts('smart-routing')]);
        return subject;
      }),
    },
  ],
};
