import { IconFileExport } from '@tabler/icons-react';
import { EXPORT } from '@parley/contracts/api/exports';
import type { Feature } from '../../lib/feature';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';
import type en from './texts/en.json';
import { lazyPart } from '../../lib/lazy-part';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    exports: typeof en & typeof abilities & typeof audit;
  }
}

const requires = 'secure-exports:read';

export const feature: Feature = {
  pages: [
    { path: '/exports', requires, load: () => import('./exports.page') },
    { path: '/exports/:kind', requires: 'secure-exports:create', load: () => import('./export-form.page') },
  ],
  rail: [
    {
      to: '/exports',
      name: { en: 'Exports', es: 'Exportaciones', nl: 'Exports' },
      requires,
      order: 70,
      icon: IconFileExport,
    },
  ],
  contactActions: [
    {
      name: { en: 'Export', es: 'Exportar', nl: 'Exporteren' },
      requires: 'secure-exports:create',
      order: 50,
      Dialog: lazyPart(() => import('./export-selected'), { shape: 'card' }),
    },
  ],
  jobs: [
    {
      kind: EXPORT,
      name: { en: 'Export', es: 'Exportación', nl: 'Export' },
      Subject: lazyPart(() => import('./job-subject'), { shape: 'none', texts: 'exports' }),
    },
  ],
  background: {
    requires,
    Component: lazyPart(() => import('./export-news'), { shape: 'none', texts: 'exports' }),
  },
};
