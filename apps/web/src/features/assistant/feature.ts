import { lazy } from 'react';
import type { Feature } from '../../lib/feature';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    assistant: typeof en;
  }
}

export const feature: Feature = {
  background: { requires: 'assistant:create', Component: lazy(() => import('./background')) },
};
