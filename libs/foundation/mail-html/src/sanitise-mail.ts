import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { foldQuotes, quoteMark } from './fold-html';
import {
  MAX_ADDRESS,
  MAX_CHARACTERS,
  MAX_DATA_PICTURE,
  MAX_DEPTH,
  MAX_ELEMENTS,
  MAX_HTML,
  MAX_PICTURES,
  MAX_STYLE,
} from './limits';
import { HtmlMeasure, TooLarge } from './html-measure';
import { markLinks, targetOf, turning } from './links';
import { cleanStyle, isColoured } from './styles';

/**
 * A mail whose HTML runs no code and fetches nothing. Its images are placeholders, which `placePictures` replaces by
 * URLs.
 */
export interface SanitisedMail {
  html: string;
  /** Addresses of external images, by the number of their placeholder. */
  pictures: string[];
  /** Content ids of shown images that came with the mail, by the number of their placeholder. */
  inlined: string[];
  /** Whether the mail sets colours; such a mail is shown on white instead of in the colours of the theme. */
  isDesigned: boolean;
}

export type Unshowable = 'mail_too_large' | 'mail_too_deep';

const tags = [
  ...[
    'p',
    'br',
    'div',
    'span',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'strike',
    'del',
    'ins',
    'sub',
    'sup',
    'small',
    'big',
  ],
  ...[
    'a',
    'img',
    'hr',
    'blockquote',
    'q',
    'cite',
    'pre',
    'code',
    'kbd',
    'samp',
    'tt',
    'center',
    'font',
    'address',
  ],
  ...[
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'section',
    'article',
    'header',
    'footer',
    'main',
  ],
  ...[
    'table',
    'caption',
    'colgroup',
    'col',
    'tbody',
    'thead',
    'tfoot',
    'tr',
    'td',
    'th',
    'abbr',
    'bdi',
    'wbr',
    'figure',
    'figcaption',
  ],
];
/** Elements whose content is dropped. */
const silent = [
  ...[
    'script',
    'style',
    'textarea',
    'option',
    'xmp',
    'title',
    'noscript',
    'template',
    'iframe',
    'noembed',
    'noframes',
  ],
  ...['object', 'applet', 'svg', 'math', 'head', 'plaintext', 'select', 'audio', 'video', 'canvas', 'xml'],
];
const length = /^\d{1,5}%?$/;
const colour = /^(#?[0-9a-f]{3,8}|[a-z]{3,20})$/i;
/** Presentational attributes, which mails use a lot, with the pattern of their values. */
const kept: Record<string, RegExp> = {
  width: length,
  height: length,
  cellpadding: length,
  cellspacing: length,
  border: length,
  hspace: length,
  vspace: length,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  start: /^-?\d{1,6}$/,
  type: /^[1aAiI]$/,
  size: /^[+-]?\d{1,2}$/,
  align: /^(left|right|center|justify|middle|top|bottom)$/i,
  valign: /^(top|middle|bottom|baseline)$/i,
  dir: /^(ltr|rtl|auto)$/i,
  lang: /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i,
  bgcolor: colour,
  color: colour,
  face: /^[\w ,'-]{1,200}$/,
  nowrap: /^(nowrap)?$/i,
};
const dataPicture = /^data:image\/(png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i;

/**
 * Sanitises the HTML of a mail and folds its quotes. The result runs no code, fetches nothing, submits nothing and
 * covers no other part of the page. If the text of a link names another host than its target, the target's host is
 * added. Takes up to a second, so it runs in a thread.
 * @param contentIds content ids of the images that came with the mail; for other inline images the alternative text
 * is shown
 * @returns the sanitised mail; the reason as a text if the HTML exceeds a bound
 */
export function sanitiseMail(
  html: string,
  contentIds: ReadonlySet<string> = new Set(),
): SanitisedMail | Unshowable {
  try {
    return sanitised(html, contentIds);
  } catch (error) {
    if (error instanceof TooLarge) return error.reason === 'depth' ? 'mail_too_deep' : 'mail_too_large';
    throw error;
  }
}

function sanitised(html: string, contentIds: ReadonlySet<string>): SanitisedMail {
  const measure = new HtmlMeasure(html, {
    maxLength: MAX_HTML,
    maxCharacters: MAX_CHARACTERS,
    maxElements: MAX_ELEMENTS,
    maxDepth: MAX_DEPTH,
  });
  const pictures: string[] = [];
  /** Numbers of the shown content ids. */
  const inlined = new Map<string, number>();
  let isDesigned = false;

  /** @returns the attributes of an image, its placeholder first; null if the image is left out */
  const pictureOf = (attributes: Attributes): Attributes | null => {
    const source = (attributes.src ?? '').trim();
    const alt = (attributes.alt ?? '').slice(0, 1_000);
    if (/^cid:/i.test(source)) {
      const contentId = decoded(source.slice(4, 4 + MAX_ADDRESS));
      if (!contentIds.has(contentId)) return alt === '' ? null : { alt };
      const number = inlined.get(contentId) ?? inlined.size;
      inlined.set(contentId, number);
      return { 'data-inline': String(number), alt };
    }
    if (/^data:/i.test(source)) {
      const isPicture = source.length <= MAX_DATA_PICTURE && dataPicture.test(source);
      return isPicture ? { src: source.replace(/\s+/g, ''), alt } : null;
    }
    // Leaves invisible images out, since they only inform the sender that the mail was opened.
    if (isPixel(attributes) || !isRemote(source) || pictures.length >= MAX_PICTURES) return null;
    pictures.push(source);
    return { 'data-remote': String(pictures.length - 1), alt };
  };

  const transform = (tagName: string, attributes: Attributes): Tag => {
    const attribs: Attributes = {};
    for (const [name, said] of Object.entries(attributes)) {
      const value = said.length <= MAX_STYLE ? said.trim() : '';
      if (kept[name]?.test(value)) attribs[name] = value;
    }
    const style = attributes.style && cleanStyle(attributes.style);
    if (style) attribs.style = style;
    const title = attributes.title?.replace(turning, '').slice(0, 300);
    if (title && tagName !== 'a') attribs.title = title;
    isDesigned ||= attribs.bgcolor !== undefined || attribs.color !== undefined || isColoured(style ?? '');
    const mark = quoteMark(tagName, attributes);
    if (mark) attribs['data-quote'] = mark;
    if (tagName === 'body' || tagName === 'html') return { tagName: 'div', attribs };
    if (tagName === 'a') {
      const target = targetOf(attributes.href ?? '');
      if (!target) return { tagName: 'span', attribs };
      const { href, host } = target;
      const link = { href, title: href, rel: 'noopener noreferrer nofollow', target: '_blank' };
      return { tagName, attribs: { ...attribs, ...link, ...(host && { 'data-host': host }) } };
    }
    if (tagName === 'img') {
      const picture = pictureOf(attributes);
      return { tagName, attribs: picture ? { ...picture, ...attribs } : { 'data-none': '' } };
    }
    return { tagName, attribs };
  };

  const clean = sanitizeHtml(html, {
    onOpenTag: (name, attributes) => measure.open(name, attributes),
    onCloseTag: () => measure.close(),
    allowedTags: tags,
    nonTextTags: silent,
    // `transform` has reduced the attributes already.
    allowedAttributes: {
      '*': [...Object.keys(kept), 'style', 'title', 'data-quote'],
      a: ['href', 'rel', 'target', 'data-host'],
      img: ['src', 'alt', 'data-inline', 'data-remote', 'data-none'],
    },
    // `transform` has cleaned the styles already.
    parseStyleAttributes: false,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    transformTags: { '*': transform },
    textFilter: (text) => text.replace(/[\u202d\u202e]/g, '').replaceAll('\0', ''),
  });
  measure.end();
  const said = clean.replace(/<img data-none[^<>]*>/g, '');
  return { html: markLinks(foldQuotes(said)), pictures, inlined: [...inlined.keys()], isDesigned };
}

function isRemote(source: string): boolean {
  if (source.length > MAX_ADDRESS || !/^(https?:)?\/\//i.test(source)) return false;
  return parseUrl(source.startsWith('//') ? `https:${source}` : source) !== null;
}

function isPixel({ width, height, style: declarations = '' }: Attributes): boolean {
  const style = declarations.slice(0, MAX_STYLE);
  const small = /^\s*[01](px)?\s*$/;
  if (small.test(width ?? '') || small.test(height ?? '')) return true;
  return /(^|;)\s*(display\s*:\s*none|(max-)?(width|height)\s*:\s*[01](px)?\s*(;|!|$))/i.test(style);
}

function decoded(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    return contentId;
  }
}
