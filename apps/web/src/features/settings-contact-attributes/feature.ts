import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-contact-attributes': typeof en;
    'contact-attributes-abilities': typeof abilities;
    'contact-attributes-audit': typeof audit;
  }
}

const requires = 'contactAttributes:update';

export const feature: Feature = {
  pages: [
    {
      path: '/settings/contact-attributes',
      layout: 'settings',
      requires,
      load: () => import('./contact-attributes.page'),
    },
  ],
  settings: [
    {
      to: '/settings/contact-attributes',
      name: { en: 'Contact attributes', es: 'Atributos de contacto', nl: 'Contactkenmerken' },
      requires,
      section: 'organisation',
      order: 55,
    },
  ],
};
