import { lazyPart } from '../../../lib/lazy-part';

/** The picker with its texts, loaded when it opens first. */
export const TemplatePicker = lazyPart(
  async () => ({ default: (await import('./template-picker')).TemplatePicker }),
  { shape: 'card', texts: 'inbox-templates' },
);
