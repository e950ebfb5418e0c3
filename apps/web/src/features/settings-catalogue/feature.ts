import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-catalogue': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/tags',
      layout: 'settings',
      requires: 'tags:update',
      load: () => import('./tags.page'),
    },
    {
      path: '/settings/labels',
      layout: 'settings',
      requires: 'labels:update',
      load: () => import('./labels.page'),
    },
    {
      path: '/settings/quick-replies',
      layout: 'settings',
      requires: 'quickReplies:read',
      load: () => import('./quick-replies.page'),
    },
  ],
  settings: [
    {
      to: '/settings/quick-replies',
      name: { en: 'Quick replies', es: 'Respuestas rápidas', nl: 'Snelle antwoorden' },
      requires: 'quickReplies:read',
      section: 'mine',
      order: 20,
    },
    {
      to: '/settings/tags',
      name: { en: 'Tags', es: 'Etiquetas de conversación', nl: 'Tags' },
      requires: 'tags:update',
      section: 'organisation',
      order: 40,
    },
    {
      to: '/settings/labels',
      name: { en: 'Labels', es: 'Etiquetas de contacto', nl: 'Labels' },
      requires: 'labels:update',
      section: 'organisation',
      order: 50,
    },
  ],
};
