import type { Texts } from '../lib/i18n';

const files = import.meta.glob<{ default: object }>('../features/*/texts/*.json');

/**
 * Texts by the feature whose pages show them, whichever folder contains them: `en.json` belongs to the feature of its
 * folder, `settings-audit.en.json` to the feature settings-audit.
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
