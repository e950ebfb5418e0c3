import { lazy } from 'react';
import { loadTexts } from '../../../lib/i18n';

/** The picker with its texts, loaded when it opens first. */
export const TemplatePicker = lazy(async () => {
  const [{ TemplatePicker: picker }] = await Promise.all([
    import('./template-picker'),
    loadTexts('inbox-templates'),
  ]);
  return { default: picker };
});
