import type { Texts } from '../lib/i18n';

const files = import.meta.glob<{ default: object }>('../features/*/texts/*.json');

/**
 * By feature: the texts that its pages show, whichever folder holds them. `en.json` belongs to the feature that holds it,
 * `settings-audit.en.json` to the feature settings-audit.
 */
export function textsByFeature(): Map<string, Texts[]> {
  const features = new Map<string, Map<string, Texts>>();
  for (const [path, load] of Object.entries(files)) {
    const [, , folder = '', , file = ''] = path.split('/');
    const [language = '', feature = folder] = file.split('.').slice(0, -1).reverse();
    const parts = features.get(feature) ?? new Map<string, Texts>();
    parts.set(folder, { ...parts.get(folder), [language]: load } as Texts);
    features.set(feature, parts);
  }
  return new Map([...features].map(([feature, parts]) => [feature, [...parts.values()]]));
}
