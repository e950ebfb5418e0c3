import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';
import type abilities from './texts/settings-abilities.en.json';
import { lazyPart } from '../../lib/lazy-part';

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
    Component: lazyPart(async () => ({ default: (await import('./help')).Help }), {
      shape: 'none',
      texts: 'help',
    }),
  },
};
