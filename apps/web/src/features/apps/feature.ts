import { createElement } from 'react';
import type { Feature } from '../../lib/feature';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';
import type en from './texts/en.json';
import { lazyPart } from '../../lib/lazy-part';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    apps: typeof en & typeof abilities & typeof audit;
  }
}

/** Icon of three squares and a plus, written inline because every page loads this module. */
const Icon = ({ size = 24, stroke = 2 }) =>
  createElement(
    'svg',
    {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: stroke,
    },
    createElement('path', { d: 'M4 4h6v6H4zM4 14h6v6H4zM14 14h6v6h-6zM14 7h6M17 4v6' }),
  );

export const feature: Feature = {
  background: { requires: 'apps:read', Component: lazyPart(() => import('./background'), { shape: 'none' }) },
  pages: [
    { path: '/apps/*', requires: 'apps:read', load: () => import('./apps.pages') },
    { path: '/connect', requires: 'apps:update', load: () => import('./connect.page') },
  ],
  rail: [
    {
      to: '/apps',
      name: { en: 'Apps', es: 'Apps', nl: 'Apps' },
      requires: 'apps:update',
      order: 90,
      icon: Icon,
    },
  ],
};
