import i18next from 'i18next';
import type en from '../i18n/en.json';
import { readLocal, writeLocal } from './local-storage';
import { loadPart } from './load-part';

export const languages = ['en', 'es', 'nl'] as const;
export type Language = (typeof languages)[number];

/**
 * Types of the texts of each feature. A feature adds its own by declaration merging: `interface FeatureTexts {
 * workload: typeof en }`.
 */
export interface FeatureTexts {
  common: typeof en;
}

type All<Texts> = (Texts extends unknown ? (texts: Texts) => void : never) extends (texts: infer Both) => void
  ? Both
  : never;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: All<FeatureTexts[keyof FeatureTexts]> };
  }
}

/**
 * Loaders of the texts of one feature, by language; only the current language is loaded. A test ensures that all
 * languages have the same keys.
 */
export type Texts = Record<Language, () => Promise<{ default: object }>>;

const common: Texts = {
  en: () => import('../i18n/en.json'),
  es: () => import('../i18n/es.json'),
  nl: () => import('../i18n/nl.json'),
};

/** Loaders of texts by feature: the feature's own texts, and those that other features add to its pages. */
type FeatureTable = ReadonlyMap<string, Texts[]>;

let loadTable = (): Promise<FeatureTable> => Promise.resolve(new Map());

/** Registers the loader of all features' texts; called once, before the first render. */
export function registerTexts(load: () => Promise<FeatureTable>): void {
  loadTable = load;
}

const loaded = new Set<Texts>([common]);
const storageKey = 'parley.language';

export function asLanguage(value: string | null | undefined): Language | null {
  return languages.find((language) => value?.toLowerCase().startsWith(language)) ?? null;
}

/** The first of the browser's languages that Parley supports; English if there is none. */
export function browserLanguage(preferred: readonly string[] = navigator.languages): Language {
  return preferred.map(asLanguage).find((language) => language !== null) ?? 'en';
}

/** Starts translation in the language last used in this browser, or in the browser's language. */
export async function startI18n(): Promise<void> {
  const language = asLanguage(readLocal(storageKey)) ?? browserLanguage();
  await i18next.init({
    lng: language,
    fallbackLng: 'en',
    resources: { [language]: { translation: {} } },
    interpolation: { escapeValue: false },
  });
  await loadPart(() => addTexts(language));
  document.documentElement.lang = language;
}

/**
 * Loads the texts of a feature in the current language, and from then on also in every language to which the user
 * switches.
 */
export async function loadTexts(feature: string): Promise<void> {
  const table = await loadTable();
  const missing = (table.get(feature) ?? []).filter((texts) => !loaded.has(texts));
  // Marked before loading, so that switching the language in the meantime includes them. Texts that fail to load are
  // loaded again by the next call.
  for (const texts of missing) loaded.add(texts);
  await Promise.all(
    missing.map((texts) =>
      add(texts, i18next.language as Language).catch((error: unknown) => {
        loaded.delete(texts);
        throw error;
      }),
    ),
  );
}

export async function changeLanguage(language: Language): Promise<void> {
  if (i18next.language === language) return;
  await loadPart(() => addTexts(language));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeLocal(storageKey, language);
}

async function addTexts(language: Language): Promise<void> {
  await Promise.all([...loaded].map((texts) => add(texts, language)));
}

async function add(texts: Texts, language: Language): Promise<void> {
  const { default: bundle } = await texts[language]();
  i18next.addResourceBundle(language, 'translation', bundle, true, true);
}

/** Error message for a problem code, in the user's language; a general one if the code has none. */
export function errorText(code: string): string {
  const key = `errors.${code}`;
  return i18next.t(isErrorKey(key) ? key : 'errors.generic');
}

function isErrorKey(key: string): key is `errors.${keyof typeof en.errors}` {
  return i18next.exists(key);
}
