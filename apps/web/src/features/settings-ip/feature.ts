import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-ip': typeof en;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/ip-whitelisting',
      layout: 'settings',
      requires: 'whitelistedIps:update',
      load: () => import('./ip-whitelist.page'),
    },
    {
      path: '/settings/ip-whitelisting/add',
      layout: 'settings',
      requires: 'whitelistedIps:create',
      load: () => import('./add-address.page'),
    },
    {
      path: '/settings/ip-whitelisting/:entryId',
      layout: 'settings',
      requires: 'whitelistedIps:update',
      load: () => import('./address.page'),
    },
  ],
  settings: [
    {
      to: '/settings/ip-whitelisting',
      name: { en: 'IP whitelisting', es: 'Direcciones IP permitidas', nl: 'Toegestane IP-adressen' },
      requires: 'whitelistedIps:update',
      section: 'organisation',
      order: 90,
    },
  ],
};
