import { addFeatures } from '../lib/feature';
import { registerTexts } from '../lib/i18n';
import { loadPart } from '../lib/load-part';

// Features of the settings load with the settings pages: see settings-routes.tsx.
addFeatures(
  import.meta.glob(['../features/*/feature.ts', '!../features/settings-*/feature.ts'], {
    eager: true,
    import: 'feature',
  }),
);
// Loaded on demand, since only later pages need the table of all texts.
registerTexts(async () => (await loadPart(() => import('./feature-texts'))).textsByFeature());
