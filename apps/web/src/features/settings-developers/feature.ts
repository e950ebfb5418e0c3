import type { Feature } from '../../lib/feature';
import { loadTexts } from '../../lib/i18n';
import type audit from './texts/settings-audit.en.json';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-developers': typeof en & typeof audit;
  }
}

/** Loads the texts of the abilities page, too, which contain the names of rights. */
const withAbilities = async <Page>(page: Promise<Page>): Promise<Page> => {
  await loadTexts('settings-abilities');
  return page;
};

export const feature: Feature = {
  pages: [
    {
      path: '/settings/developers/keys',
      layout: 'settings',
      requires: 'developers:read',
      load: () => import('./api-keys.page'),
    },
    {
      path: '/settings/developers/keys/add',
      layout: 'settings',
      requires: 'developers:create',
      load: () => withAbilities(import('./add-api-key.page')),
    },
    {
      path: '/settings/developers/keys/:keyId',
      layout: 'settings',
      requires: 'developers:read',
      load: () => withAbilities(import('./api-key.page')),
    },
    {
      path: '/settings/developers/webhooks',
      layout: 'settings',
      requires: 'developers:read',
      load: () => import('./webhooks.page'),
    },
    {
      path: '/settings/developers/webhooks/add',
      layout: 'settings',
      requires: 'developers:create',
      load: () => import('./add-webhook.page'),
    },
    {
      path: '/settings/developers/webhooks/:webhookId',
      layout: 'settings',
      requires: 'developers:read',
      load: () => import('./webhook.page'),
    },
    {
      path: '/settings/developers/webhooks/:webhookId/edit',
      layout: 'settings',
      requires: 'developers:update',
      load: () => import('./edit-webhook.page'),
    },
    {
      path: '/settings/developers/events',
      layout: 'settings',
      requires: 'developers:read',
      load: () => import('./events.page'),
    },
    {
      path: '/settings/developers/parked',
      layout: 'settings',
      requires: 'developers:read',
      load: () => import('./parked.page'),
    },
  ],
  redirects: { '/settings/developers': '/settings/developers/keys' },
  settings: [
    {
      to: '/settings/developers/keys',
      name: { en: 'API keys', es: 'Claves de API', nl: 'API-sleutels' },
      requires: 'developers:read',
      section: 'developers',
      order: 10,
    },
    {
      to: '/settings/developers/webhooks',
      name: { en: 'Webhooks', es: 'Webhooks', nl: 'Webhooks' },
      requires: 'developers:read',
      section: 'developers',
      order: 15,
    },
    {
      to: '/settings/developers/events',
      name: { en: 'Events', es: 'Eventos', nl: 'Gebeurtenissen' },
      requires: 'developers:read',
      section: 'developers',
      order: 17,
    },
    {
      to: '/settings/developers/parked',
      name: { en: 'Failed messages', es: 'Mensajes fallidos', nl: 'Mislukte berichten' },
      requires: 'developers:read',
      section: 'developers',
      order: 20,
    },
  ],
};
