import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html';
import { foldQuotes, quoteMark } from './fold-html';
import {
  MOST_ADDRESS,
  MOST_CHARACTERS,
  MOST_DATA_PICTURE,
  MOST_DEPTH,
  MOST_ELEMENTS,
  MOST_HTML,
  MOST_PICTURES,
} from './limits';
import { markLinks, targetOf, turning } from './links';
import { cleanStyle, isColoured } from './styles';

export interface MailOptions {
  /** The address of a picture that came with the mail, by its content id. Undefined: it did not come. */
  inline?: (contentId: string) => string | undefined;
  /** Where a picture from elsewhere is fetched by us, by its place among them. Left out: none is shown. */
  remote?: (index: number) => string;
}

export interface ShownMail {
  html: string;
  /** Addresses of pictures elsewhere, in the order of `remote`. */
  pictures: string[];
  /** Content ids that the mail shows: other pictures that came with it are attachments. */
  inlined: string[];
  /** It says in which colours it is: it stays on white paper. */
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
/** What stands in these is not for reading. */
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
/** Attributes from before there were styles, which mails are full of, and what each may say. */
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
 * The same mail with nothing in it that runs, fetches, is submitted or lies over something. Pictures from elsewhere are
 * left out unless `remote` says where we fetch them; links lead to where they say.
 * @returns why it cannot be shown as HTML, where it has more than anybody writes
 */
export function sanitiseMail(html: string, options: MailOptions = {}): ShownMail | Unshowable {
  try {
    return sanitised(html, options);
  } catch (error) {
    if (error instanceof Unsafe) return error.reason;
    throw error;
  }
}

function sanitised(html: string, { inline, remote }: MailOptions): ShownMail {
  if (html.length > MOST_HTML) throw new Unsafe('mail_too_large');
  const measure = new Measure(html.length);
  const pictures: string[] = [];
  const inlined = new Set<string>();
  let isDesigned = false;

  /** @returns attributes of a picture that may be shown; null: nothing of it */
  const pictureOf = (attributes: Attributes): Attributes | null => {
    const source = (attributes.src ?? '').trim();
    const alt = (attributes.alt ?? '').slice(0, 1_000);
    const cid = /^cid:(.+)$/i.exec(source)?.[1];
    if (cid !== undefined) {
      const contentId = decoded(cid);
      const src = inline?.(contentId);
      if (src === undefined) return alt === '' ? null : { alt };
      inlined.add(contentId);
      return { src, alt };
    }
    if (/^data:/i.test(source)) {
      const isPicture = source.length <= MOST_DATA_PICTURE && dataPicture.test(source);
      return isPicture ? { src: source.replace(/\s+/g, ''), alt } : null;
    }
    // A picture that nobody could see tells its sender who reads.
    if (isPixel(attributes) || !isRemote(source) || pictures.length >= MOST_PICTURES) return null;
    pictures.push(source);
    return remote ? { src: remote(pictures.length - 1), alt } : { alt, 'data-blocked': '' };
  };

  const transform = (tagName: string, attributes: Attributes): Tag => {
    const attribs: Attributes = {};
    for (const [name, said] of Object.entries(attributes)) {
      if (kept[name]?.test(said.trim())) attribs[name] = said.trim();
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
      return { tagName, attribs: picture ? { ...attribs, ...picture } : { 'data-none': '' } };
    }
    return { tagName, attribs };
  };

  const clean = sanitizeHtml(html, {
    onOpenTag: (name, attributes) => measure.open(name, attributes),
    onCloseTag: () => measure.close(),
    allowedTags: tags,
    nonTextTags: silent,
    // `transform` names each attribute that stays.
    allowedAttributes: {
      '*': [...Object.keys(kept), 'style', 'title', 'data-quote'],
      a: ['href', 'rel', 'target', 'data-host'],
      img: ['src', 'alt', 'data-blocked', 'data-none'],
    },
    // Looked at above.
    parseStyleAttributes: false,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    transformTags: { '*': transform },
    textFilter: (text) => text.replace(/[\u202d\u202e]/g, '').replaceAll('\0', ''),
  });
  measure.end();
  const said = clean.replace(/<img data-none[^<>]*>/g, '');
  return { html: markLinks(foldQuotes(said)), pictures, inlined: [...inlined], isDesigned };
}

/** It has more than anybody writes: to go on would take longer than its length says. */
class Unsafe extends Error {
  constructor(readonly reason: Unshowable) {
    super(reason);
  }
}

/** Counts while it is read, and stops where it is too much. */
class Measure {
  private depth = 0;
  private elements = 0;
  private dataPictures = 0;

  constructor(private readonly length: number) {}

  open(name: string, { src }: Attributes): void {
    if (++this.depth > MOST_DEPTH) throw new Unsafe('mail_too_deep');
    if (++this.elements > MOST_ELEMENTS) throw new Unsafe('mail_too_large');
    if (name === 'img' && src && /^\s*data:/i.test(src)) this.dataPictures += src.length;
  }

  close(): void {
    this.depth--;
  }

  end(): void {
    if (this.length - this.dataPictures > MOST_CHARACTERS) throw new Unsafe('mail_too_large');
  }
}

function isRemote(source: string): boolean {
  if (source.length > MOST_ADDRESS || !/^(https?:)?\/\//i.test(source)) return false;
  return URL.canParse(source.startsWith('//') ? `https:${source}` : source);
}

function isPixel({ width, height, style }: Attributes): boolean {
  const small = /^\s*[01](px)?\s*$/;
  if (small.test(width ?? '') || small.test(height ?? '')) return true;
  return /(^|;)\s*(display\s*:\s*none|(max-)?(width|height)\s*:\s*[01](px)?\s*(;|!|$))/i.test(style ?? '');
}

function decoded(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    return contentId;
  }
}
