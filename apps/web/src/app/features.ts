import { addFeatures } from '../lib/feature';
import { registerTexts } from '../lib/i18n';
import { loadPart } from '../lib/load-part';

// What the settings hold comes with them: see settings-routes.tsx.
addFeatures(
  import.meta.glob(['../features/*/feature.ts', '!../features/settings-*/feature.ts'], {
    eager: true,
    import: 'feature',
  }),
);
// The table of all texts is of use to pages that come later only.
registerTexts(async () => (await loadPart(() => import('./feature-texts'))).textsByFeature());
