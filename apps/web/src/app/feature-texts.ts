import type { Texts } from '../lib/i18n';

const files = import.meta.glob<{ default: object }>('../features/*/texts/*.json');

/** Features whose pages show the texts of every settings entity. */
const entityPages = ['settings-audit', 'settings-abilities'];

/**
 * Texts by the feature whose pages show them, whichever folder contains them: `en.json` belongs to the feature of its
 * folder, `settings-audit.en.json` to the feature settings-audit, `entity.en.json` to that of its folder and to
 * `entityPages`.
 */
export function textsByFeature(): Map<string, Texts[]> {
  const parts = new Map<string, Texts>();
  const features = new Map<string, Set<Texts>>();
  for (const [path, load] of Object.entries(files)) {
    const [, , folder = '', , file = ''] = path.split('/');
    const [language = '', name = folder] = file.split('.').slice(0, -1).reverse();
    const part = parts.get(`${folder}/${name}`) ?? ({} as Texts);
    parts.set(`${folder}/${name}`, Object.assign(part, { [language]: load }));
    for (const feature of name === 'entity' ? [folder, ...entityPages] : [name])
      features.set(feature, (features.get(feature) ?? new Set()).add(part));
  }
  return new Map([...features].map(([feature, texts]) => [feature, [...texts]]));
}
