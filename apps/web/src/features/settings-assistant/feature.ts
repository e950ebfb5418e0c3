import type { Feature } from '../../lib/feature';
import { loadTexts } from '../../lib/i18n';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';
import type en from './texts/en.json';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'settings-assistant': typeof en & typeof abilities & typeof audit;
  }
}

const requires = 'assistantSettings:read';

/** Loads the assistant's texts before a page of these settings, which uses them for actions and failures. */
async function withAssistant<Page>(page: Page): Promise<Page> {
  await loadTexts('assistant');
  return page;
}

export const feature: Feature = {
  pages: [
    {
      ...{ path: '/settings/assistant', layout: 'settings' as const, requires },
      load: async () => withAssistant(await import('./assistant-settings.page')),
    },
    {
      ...{ path: '/settings/assistant/usage', layout: 'settings' as const, requires },
      load: async () => withAssistant(await import('./usage.page')),
    },
  ],
  settings: [
    {
      to: '/settings/assistant',
      name: { en: 'Writing assistant', es: 'Asistente de redacción', nl: 'Schrijfassistent' },
      requires,
      section: 'organisation',
      order: 85,
    },
  ],
};
