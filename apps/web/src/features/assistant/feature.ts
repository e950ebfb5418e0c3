import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';
import { lazyPart } from '../../lib/lazy-part';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    assistant: typeof en;
  }
}

export const feature: Feature = {
  background: {
    requires: 'assistant:create',
    Component: lazyPart(() => import('./background'), { shape: 'none' }),
  },
};
