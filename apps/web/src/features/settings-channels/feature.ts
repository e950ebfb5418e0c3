import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-channels': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/channels',
      layout: 'settings',
      requires: 'channels:update',
      load: () => import('./channels.page'),
    },
    {
      path: '/settings/channels/:channelId',
      layout: 'settings',
      requires: 'channels:update',
      load: () => import('./channel.page'),
    },
  ],
  settings: [
    {
      to: '/settings/channels',
      name: { en: 'Channels', es: 'Canales', nl: 'Kanalen' },
      requires: 'channels:update',
      section: 'organisation',
      order: 30,
    },
  ],
};
