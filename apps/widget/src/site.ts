import { languageOf, type Language } from './words';

/** Settings of the script tag that loads the widget. */
export interface Site {
  /** Origin of the script and of the API. */
  origin: string;
  channelId: string;
  language: Language;
  direction: 'ltr' | 'rtl';
  /** JWT with which the site identifies its visitor; null for an anonymous one. */
  identity: string | null;
}

/**
 * Reads the settings from `<script data-parley-channel="…" data-parley-language="…" data-parley-identity="…">`; null
 * if there is no channel.
 */
export function siteOf(page: Document, scriptUrl: string): Site | null {
  const tag = page.querySelector<HTMLScriptElement>('script[data-parley-channel]');
  const channelId = tag?.dataset.parleyChannel;
  if (!tag || !channelId) return null;
  const { parleyLanguage, parleyIdentity, parleyDirection } = tag.dataset;
  const html = page.documentElement;
  const direction = parleyDirection ?? getComputedStyle(page.body ?? html).direction;
  return {
    origin: new URL(scriptUrl).origin,
    channelId,
    language: languageOf([parleyLanguage, html.lang, ...navigator.languages]),
    direction: direction === 'rtl' ? 'rtl' : 'ltr',
    identity: parleyIdentity || null,
  };
}
