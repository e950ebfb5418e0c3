import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-whatsapp-templates': typeof en & typeof abilities & typeof audit;
  }
}

export const feature: Feature = {
  pages: [
    {
      path: '/settings/whatsapp-templates',
      layout: 'settings',
      requires: 'messageTemplatesManager:read',
      load: () => import('./templates.page'),
    },
    {
      path: '/settings/whatsapp-templates/add',
      layout: 'settings',
      requires: 'messageTemplatesManager:create',
      load: () => import('./add-template.page'),
    },
    {
      path: '/settings/whatsapp-templates/:templateId',
      layout: 'settings',
      requires: 'messageTemplatesManager:read',
      load: () => import('./template.page'),
    },
  ],
  settings: [
    {
      to: '/settings/whatsapp-templates',
      name: { en: 'WhatsApp templates', es: 'Plantillas de WhatsApp', nl: 'WhatsApp-sjablonen' },
      requires: 'messageTemplatesManager:read',
      section: 'organisation',
      order: 35,
    },
  ],
};
