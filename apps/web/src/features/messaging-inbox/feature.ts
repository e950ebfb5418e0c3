import { IconMail, IconMessages } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import { loadTexts } from '../../lib/i18n';
import type activity from './texts/activity.en.json';
import type counted from './texts/inbox-counted.en.json';
import type mentions from './texts/inbox-mentions.en.json';
import type savedViews from './texts/inbox-saved-views.en.json';
import type search from './texts/inbox-search.en.json';
import type starting from './texts/inbox-starting.en.json';
import type assignAll from './texts/inbox-assign-all.en.json';
import type email from './texts/inbox-email.en.json';
import type brokenChannels from './texts/inbox-broken-channels.en.json';
import type templates from './texts/inbox-templates.en.json';
import { lazyPart } from '../../lib/lazy-part';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'inbox-activity': typeof activity;
    'inbox-assign-all': typeof assignAll;
    'inbox-broken-channels': typeof brokenChannels;
    'inbox-counted': typeof counted;
    'inbox-email': typeof email;
    'inbox-mentions': typeof mentions;
    'inbox-saved-views': typeof savedViews;
    'inbox-search': typeof search;
    'inbox-starting': typeof starting;
    'inbox-templates': typeof templates;
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
    { path: '/email-inbox/:chatId?', requires: 'emailInbox:read', load: () => import('./inbox.page') },
    {
      path: '/start-conversation',
      requires: 'inbox:read',
      load: async () => {
        const [page] = await Promise.all([import('./starting/start.page'), loadTexts('inbox-starting')]);
        return page;
      },
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
    {
      to: '/email-inbox',
      name: { en: 'E-mail', es: 'Correo', nl: 'E-mail' },
      requires: 'emailInbox:read',
      order: 15,
      icon: IconMail,
    },
  ],
  loadUnsent: () => import('./unsent'),
  jobs: [
    {
      kind: 'assign-all',
      name: { en: 'Assign all', es: 'Asignar todo', nl: 'Alles toewijzen' },
      Subject: lazyPart(() => import('./assign-all/job-subject'), { shape: 'none' }),
    },
  ],
};
