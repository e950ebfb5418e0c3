import sanitizeHtml from 'sanitize-html';

const colour = /^(#[0-9a-f]{3,8}|rgba?\([\d\s,.%]+\)|[a-z]{1,20})$/i;
const size = /^\d{1,4}(\.\d+)?(px|em|rem|pt|%)?$/;

/**
 * The same signature with nothing in it that could run, be submitted, or lie over the page: what is written with words,
 * links, pictures and tables stays.
 */
export function sanitizeSignature(html: string): string {
  return sanitizeHtml(html, {
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
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isPicture(attribs.src),
  }).trim();
}

/** A data URL may hold a page of its own, or a drawing with a script in it: only pictures made of pixels are. */
function isPicture(source: string | undefined): boolean {
  return /^(https:|data:image\/(png|jpe?g|gif|webp);base64,)/i.test(source ?? '');
}
