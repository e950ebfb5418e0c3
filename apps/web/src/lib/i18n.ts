import i18next from 'i18next';
import type en from '../i18n/en.json';
import { readLocal, writeLocal } from './local-storage';
import { loadPart } from './load-part';

export const languages = ['en', 'es', 'nl'] as const;
export type Language = (typeof languages)[number];

/** The texts of each feature, which adds its own where it names them: `interface FeatureTexts { workload: typeof en }`. */
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

/** Texts of one area, by language. Only those that are read are loaded: a test holds the three to the same keys. */
export type Texts = Record<Language, () => Promise<{ default: object }>>;

const common: Texts = {
  en: () => import('../i18n/en.json'),
  es: () => import('../i18n/es.json'),
  nl: () => import('../i18n/nl.json'),
};

/** By feature: the texts that its pages show, which other features may add to. */
type FeatureTable = ReadonlyMap<string, Texts[]>;

let loadTable = (): Promise<FeatureTable> => Promise.resolve(new Map());

/** The application does so once, before it draws anything. */
export function registerTexts(load: () => Promise<FeatureTable>): void {
  loadTable = load;
}

const loaded = new Set<Texts>([common]);
const storageKey = 'parley.language';

export function asLanguage(value: string | null | undefined): Language | null {
  return languages.find((language) => value?.toLowerCase().startsWith(language)) ?? null;
}

/** The first of the browser's languages that is one of ours, or else English. */
export function browserLanguage(preferred: readonly string[] = navigator.languages): Language {
  return preferred.map(asLanguage).find((language) => language !== null) ?? 'en';
}

/** Starts in the language last used here, or else the browser's. */
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

/** Makes sure that the texts of a feature are there, from now on in every language that is chosen. */
export async function loadTexts(feature: string): Promise<void> {
  const table = await loadTable();
  const missing = (table.get(feature) ?? []).filter((texts) => !loaded.has(texts));
  // A language that is chosen before they arrive includes them; texts that fail are loaded again at the next call.
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

/** What to tell a person about a problem code. */
export function errorText(code: string): string {
  const key = `errors.${code}`;
  return i18next.t(isErrorKey(key) ? key : 'errors.generic');
}

function isErrorKey(key: string): key is `errors.${keyof typeof en.errors}` {
  return i18next.exists(key);
}
