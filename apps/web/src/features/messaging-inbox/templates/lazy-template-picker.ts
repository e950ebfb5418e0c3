import { lazyPart } from '../../../lib/lazy-part';

/** The template picker and its texts, loaded when it first opens. */
export const TemplatePicker = lazyPart(
  async () => ({ default: (await import('./template-picker')).TemplatePicker }),
  { shape: 'card', texts: 'inbox-templates' },
);
