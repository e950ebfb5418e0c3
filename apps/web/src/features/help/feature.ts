import { lazy } from 'react';
import type { Feature } from '../../lib/feature';
import { loadTexts } from '../../lib/i18n';
import type en from './texts/en.json';
import type abilities from './texts/settings-abilities.en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    help: typeof en & typeof abilities;
  }
}

const requires = 'support:create';

export const feature: Feature = {
  pages: [{ path: '/support', requires, load: () => import('./support.page') }],
  background: {
    requires,
    Component: lazy(async () => {
      const [{ Help }] = await Promise.all([import('./help'), loadTexts('help')]);
      return { default: Help };
    }),
  },
};
