import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    mobile: typeof en;
  }
}

export const feature: Feature = {
  pages: [
    { path: '/authorize-domain', layout: 'full', load: () => import('./authorize-domain.page') },
    { path: '/mobile', layout: 'full', load: () => import('./mobile.page') },
  ],
};
