import type { Feature } from '../../lib/feature';
import type en from './texts/entity.en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-contact-attributes': typeof en;
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
