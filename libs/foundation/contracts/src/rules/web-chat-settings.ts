import type { BrokenRule } from './broken-rule';
import { parseUrl } from './parse-url';

/** Appearance, texts, form and allowed sites of a channel's web chat. */
export interface WebChatSettings {
  /** `#rrggbb` */
  colour: string;
  /** The lower corner of the page: `end` is right in left-to-right languages, `start` is left. */
  position: 'end' | 'start';
  /** Null: the name of the channel. */
  title: string | null;
  /** Null: the widget's default text in the visitor's language. */
  greeting: string | null;
  /** Shown instead of the greeting outside business hours; null: the widget's default text. */
  closedText: string | null;
  /** Fields of the form that a visitor fills in, without the fields that are already known. */
  asksFor: WebChatField[];
  /**
   * Origins on which the widget is allowed: `https://shop.example`, or `https://*.shop.example` for all subdomains.
   */
  sites: string[];
}

export const webChatFields = ['name', 'email', 'phone'] as const;
export type WebChatField = (typeof webChatFields)[number];

export const webChatPositions = ['end', 'start'] as const;

export const webChatDefaults: WebChatSettings = {
  colour: '#3b4fd8',
  position: 'end',
  title: null,
  greeting: null,
  closedText: null,
  asksFor: ['name', 'email'],
  sites: [],
};

export const WEB_CHAT_TITLE_LENGTH = 60;
export const WEB_CHAT_TEXT_LENGTH = 500;
export const MAX_WEB_CHAT_SITES = 20;

/** Returns all rules that the web chat settings break, by fields below `webChat`. */
export function brokenWebChatRules(settings: WebChatSettings): BrokenRule[] {
  const broken: BrokenRule[] = [];
  const { colour, position, title, greeting, closedText, asksFor, sites } = settings;
  const breaks = (field: string, rule: BrokenRule['rule']) =>
    broken.push({ field: `webChat.${field}`, rule });
  if (!/^#[0-9a-f]{6}$/i.test(colour)) breaks('colour', 'unknown_value');
  if (!webChatPositions.includes(position)) breaks('position', 'unknown_value');
  if ((title?.length ?? 0) > WEB_CHAT_TITLE_LENGTH) breaks('title', 'too_long');
  if ((greeting?.length ?? 0) > WEB_CHAT_TEXT_LENGTH) breaks('greeting', 'too_long');
  if ((closedText?.length ?? 0) > WEB_CHAT_TEXT_LENGTH) breaks('closedText', 'too_long');
  if (asksFor.some((field) => !webChatFields.includes(field))) breaks('asksFor', 'unknown_value');
  if (new Set(asksFor).size !== asksFor.length) breaks('asksFor', 'duplicate');
  if (sites.length > MAX_WEB_CHAT_SITES) breaks('sites', 'too_many');
  if (sites.some((site) => !isSite(site))) breaks('sites', 'site');
  return broken;
}

/** Whether the text is a valid entry of `sites`: scheme and host, with an optional port. */
export function isSite(site: string): boolean {
  if (site.length > 200) return false;
  const plain = site.replace('://*.', '://');
  const url = plain.includes('*') ? null : parseUrl(plain);
  return url?.origin === plain && (url.protocol === 'https:' || url.protocol === 'http:');
}

/**
 * Whether the widget is allowed on pages of an origin.
 * @param origin as in the browser's header `Origin`
 */
export function isAllowedOrigin({ sites }: Pick<WebChatSettings, 'sites'>, origin: string): boolean {
  return sites.some((site) => {
    const [scheme, parent] = site.split('://*');
    if (parent === undefined) return site === origin;
    const below = `${scheme}://`;
    // The pattern excludes slash, at sign and colon, so only a host name can precede the parent domain.
    return (
      origin.startsWith(below) &&
      origin.endsWith(parent) &&
      /^[a-z0-9.-]+$/i.test(origin.slice(below.length, -parent.length))
    );
  });
}
