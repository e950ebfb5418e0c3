import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    notifications: typeof en;
  }
}

export const feature: Feature = {};
