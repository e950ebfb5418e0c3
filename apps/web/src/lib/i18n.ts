import i18next from 'i18next';
import type en from '../i18n/en.json';
import type signInEn from '../i18n/sign-in/en.json';
import type settingsEn from '../i18n/settings/en.json';
import type abilitiesEn from '../i18n/settings-abilities/en.json';
import type accountEn from '../i18n/settings-account/en.json';
import type catalogueEn from '../i18n/settings-catalogue/en.json';
import type channelsEn from '../i18n/settings-channels/en.json';
import type developersEn from '../i18n/settings-developers/en.json';
import type teamsEn from '../i18n/settings-teams/en.json';
import type usersEn from '../i18n/settings-users/en.json';
import type auditEn from '../i18n/settings-audit/en.json';
import type ipEn from '../i18n/settings-ip/en.json';
import type systemEn from '../i18n/settings-system/en.json';
import type notificationsEn from '../i18n/notifications/en.json';
import type workloadEn from '../i18n/workload/en.json';
import type assignAllEn from '../i18n/inbox-assign-all/en.json';
import type testChannelEn from '../i18n/test-channel/en.json';
import { readLocal, writeLocal } from './local-storage';

export const languages = ['en', 'es', 'nl'] as const;
export type Language = (typeof languages)[number];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: typeof en &
        typeof signInEn &
        typeof settingsEn &
        typeof abilitiesEn &
        typeof accountEn &
        typeof catalogueEn &
        typeof channelsEn &
        typeof developersEn &
        typeof teamsEn &
        typeof usersEn &
        typeof auditEn &
        typeof ipEn &
        typeof systemEn &
        typeof testChannelEn &
        typeof assignAllEn &
        typeof notificationsEn &
        typeof workloadEn;
    };
  }
}

/** Texts of one area, by language. Only those that are read are loaded: a test holds the three to the same keys. */
type Texts = Record<Language, () => Promise<{ default: object }>>;

const common: Texts = {
  en: () => import('../i18n/en.json'),
  es: () => import('../i18n/es.json'),
  nl: () => import('../i18n/nl.json'),
};

/** What only some pages say. A page names its area in app/routes.tsx. */
const areas = {
  'sign-in': {
    en: () => import('../i18n/sign-in/en.json'),
    es: () => import('../i18n/sign-in/es.json'),
    nl: () => import('../i18n/sign-in/nl.json'),
  },
  settings: {
    en: () => import('../i18n/settings/en.json'),
    es: () => import('../i18n/settings/es.json'),
    nl: () => import('../i18n/settings/nl.json'),
  },
  'settings-abilities': {
    en: () => import('../i18n/settings-abilities/en.json'),
    es: () => import('../i18n/settings-abilities/es.json'),
    nl: () => import('../i18n/settings-abilities/nl.json'),
  },
  'settings-account': {
    en: () => import('../i18n/settings-account/en.json'),
    es: () => import('../i18n/settings-account/es.json'),
    nl: () => import('../i18n/settings-account/nl.json'),
  },
  'settings-catalogue': {
    en: () => import('../i18n/settings-catalogue/en.json'),
    es: () => import('../i18n/settings-catalogue/es.json'),
    nl: () => import('../i18n/settings-catalogue/nl.json'),
  },
  'settings-channels': {
    en: () => import('../i18n/settings-channels/en.json'),
    es: () => import('../i18n/settings-channels/es.json'),
    nl: () => import('../i18n/settings-channels/nl.json'),
  },
  'settings-developers': {
    en: () => import('../i18n/settings-developers/en.json'),
    es: () => import('../i18n/settings-developers/es.json'),
    nl: () => import('../i18n/settings-developers/nl.json'),
  },
  'settings-teams': {
    en: () => import('../i18n/settings-teams/en.json'),
    es: () => import('../i18n/settings-teams/es.json'),
    nl: () => import('../i18n/settings-teams/nl.json'),
  },
  'settings-users': {
    en: () => import('../i18n/settings-users/en.json'),
    es: () => import('../i18n/settings-users/es.json'),
    nl: () => import('../i18n/settings-users/nl.json'),
  },
  'settings-audit': {
    en: () => import('../i18n/settings-audit/en.json'),
    es: () => import('../i18n/settings-audit/es.json'),
    nl: () => import('../i18n/settings-audit/nl.json'),
  },
  'settings-ip': {
    en: () => import('../i18n/settings-ip/en.json'),
    es: () => import('../i18n/settings-ip/es.json'),
    nl: () => import('../i18n/settings-ip/nl.json'),
  },
  'settings-system': {
    en: () => import('../i18n/settings-system/en.json'),
    es: () => import('../i18n/settings-system/es.json'),
    nl: () => import('../i18n/settings-system/nl.json'),
  },
  'inbox-assign-all': {
    en: () => import('../i18n/inbox-assign-all/en.json'),
    es: () => import('../i18n/inbox-assign-all/es.json'),
    nl: () => import('../i18n/inbox-assign-all/nl.json'),
  },
  'test-channel': {
    en: () => import('../i18n/test-channel/en.json'),
    es: () => import('../i18n/test-channel/es.json'),
    nl: () => import('../i18n/test-channel/nl.json'),
  },
  notifications: {
    en: () => import('../i18n/notifications/en.json'),
    es: () => import('../i18n/notifications/es.json'),
    nl: () => import('../i18n/notifications/nl.json'),
  },
  workload: {
    en: () => import('../i18n/workload/en.json'),
    es: () => import('../i18n/workload/es.json'),
    nl: () => import('../i18n/workload/nl.json'),
  },
} satisfies Record<string, Texts>;

export type TextArea = keyof typeof areas;

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
  await addTexts(language);
  document.documentElement.lang = language;
}

/** Makes sure that the texts of an area are there, from now on in every language that is chosen. */
export async function loadTexts(area: TextArea): Promise<void> {
  const texts: Texts = areas[area];
  if (loaded.has(texts)) return;
  loaded.add(texts);
  await add(texts, i18next.language as Language);
}

export async function changeLanguage(language: Language): Promise<void> {
  if (i18next.language === language) return;
  await addTexts(language);
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
