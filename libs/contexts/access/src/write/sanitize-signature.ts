import sanitizeHtml from 'sanitize-html';
import { HtmlMeasure, TooLarge } from '@parley/mail-html/html-measure';

const colour = /^(#[0-9a-f]{3,8}|rgba?\([\d\s,.%]+\)|[a-z]{1,20})$/i;
const size = /^\d{1,4}(\.\d+)?(px|em|rem|pt|%)?$/;

const bounds = { maxLength: 1_000_000, maxCharacters: 1_000_000, maxElements: 10_000, maxDepth: 200 };
/** Maximum length of a `style` attribute in characters; a longer attribute is removed. */
const MAX_STYLE_LENGTH = 4_000;

/**
 * Keeps the text, links, images and tables of a signature, and removes everything that could run code, submit data or
 * cover the page. May take some hundred milliseconds, so it runs in a thread (`SignatureSanitizer`).
 * @returns null if the HTML exceeds a limit of size, elements or nesting
 */
export function sanitizeSignature(html: string): string | null {
  try {
    return sanitized(html);
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

function sanitized(html: string): string {
  const measure = new HtmlMeasure(html, bounds);
  return sanitizeHtml(html, {
    onOpenTag: (name, attributes) => measure.open(name, attributes),
    onCloseTag: () => measure.close(),
    allowedTags: [
      ...['p', 'br', 'div', 'span', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'img', 'hr', 'blockquote'],
      ...['ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'table', 'tbody', 'thead', 'tr', 'td', 'th'],
    ],
    allowedAttributes: {
      '*': ['style'],
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'data'] },
    allowProtocolRelative: false,
    allowedStyles: {
      '*': {
        color: [colour],
        'background-color': [colour],
        'font-size': [size],
        'font-weight': [/^(bold|normal|[1-9]00)$/],
        'font-style': [/^(italic|normal)$/],
        'text-align': [/^(left|right|center|justify)$/],
        'text-decoration': [/^(underline|line-through|none)$/],
      },
    },
    transformTags: {
      '*': (tagName, { style = '', ...attribs }) => ({
        tagName,
        attribs: {
          ...attribs,
          ...(style && style.length <= MAX_STYLE_LENGTH && { style }),
          ...(tagName === 'a' && { rel: 'noopener noreferrer', target: '_blank' }),
        },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isPicture(attribs.src),
  }).trim();
}

/**
 * Whether an image's source is allowed. Data URLs are allowed for bitmap images only: others can contain a page, or a
 * drawing with a script.
 */
function isPicture(source: string | undefined): boolean {
  return /^(https:|data:image\/(png|jpe?g|gif|webp);base64,)/i.test(source ?? '');
}
