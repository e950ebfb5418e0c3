import { lazy } from 'react';
import { IconFileExport } from '@tabler/icons-react';
import { EXPORT } from '@parley/contracts/api/exports';
import type { Feature } from '../../lib/feature';
import { loadTexts } from '../../lib/i18n';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';
import type en from './texts/en.json';

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
      Dialog: lazy(() => import('./export-selected')),
    },
  ],
  jobs: [
    {
      kind: EXPORT,
      name: { en: 'Export', es: 'Exportación', nl: 'Export' },
      Subject: lazy(async () => {
        const [subject] = await Promise.all([import('./job-subject'), loadTexts('exports')]);
        return subject;
      }),
    },
  ],
  background: {
    requires,
    Component: lazy(async () => {
      const [news] = await Promise.all([import('./export-news'), loadTexts('exports')]);
      return news;
    }),
  },
};
