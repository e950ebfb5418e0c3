import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../../lib/directory';
import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'test-channel': typeof en;
  }
}

export const feature: Feature = {
  pages: [{ path: '/test-channel', requires: 'inbox:read', load: () => import('./test-channel.page') }],
  rail: [
    {
      to: '/test-channel',
      name: { en: 'Test channel', es: 'Canal de prueba', nl: 'Testkanaal' },
      requires: 'inbox:read',
      order: 900,
      icon: IconDeviceMobileMessage,
      useIsShown: () => useQuery(channelsQuery).data?.some(({ platform }) => platform === 'test') ?? false,
    },
  ],
};
