import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type en from '../i18n/en.json';
import { readLocal, writeLocal } from './local-storage';

export const languages = ['en', 'es', 'nl'] as const;
export type Language = (typeof languages)[number];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** Only the language that is read is loaded: a test holds the three to the same keys. */
const resources: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import('../i18n/en.json'),
  es: () => import('../i18n/es.json'),
  nl: () => import('../i18n/nl.json'),
};

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
  const loaded = await resources[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { [language]: { translation: loaded.default } },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}

export async function changeLanguage(language: Language): Promise<void> {
  if (i18next.language === language) return;
  const loaded = await resources[language]();
  i18next.addResourceBundle(language, 'translation', loaded.default);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeLocal(storageKey, language);
}

/** What to tell a person about a problem code. */
export function errorText(code: string): string {
  const key = `errors.${code}`;
  return i18next.t(isErrorKey(key) ? key : 'errors.generic');
}

function isErrorKey(key: string): key is `errors.${keyof typeof en.errors}` {
  return i18next.exists(key);
}
