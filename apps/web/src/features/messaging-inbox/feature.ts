import { lazy } from 'react';
import { IconMessages } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import type activity from './texts/activity.en.json';
import type assignAll from './texts/inbox-assign-all.en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'inbox-activity': typeof activity;
    'inbox-assign-all': typeof assignAll;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/messaging-inbox/:chatId?',
      requires: 'inbox:read',
      startsAt: /^\/($|messaging-inbox)/,
      load: () => import('./inbox.page'),
    },
  ],
  rail: [
    {
      to: '/messaging-inbox',
      name: { en: 'Inbox', es: 'Bandeja', nl: 'Inbox' },
      requires: 'inbox:read',
      order: 10,
      icon: IconMessages,
    },
  ],
  jobs: [
    {
      kind: 'assign-all',
      name: { en: 'Assign all', es: 'Asignar todo', nl: 'Alles toewijzen' },
      Subject: lazy(() => import('./assign-all/job-subject')),
    },
  ],
};
