import { MAX_STYLE } from './limits';

const box = '(-(top|right|bottom|left))?';
/** Allowed CSS properties; none can fetch, cover other elements or move. */
const property = new RegExp(
  `^(${[
    'color|background|background-color|opacity',
    'font|font-family|font-size|font-style|font-weight|font-variant',
    'text-align|text-decoration|text-decoration-line|text-indent|text-transform|line-height|letter-spacing|word-spacing',
    'white-space|word-break|word-wrap|overflow-wrap|vertical-align|direction',
    '(min-|max-)?(width|height)|box-sizing|display|float|clear',
    `margin${box}|padding${box}`,
    `border${box}(-(width|style|color))?|border-radius|border-collapse|border-spacing|table-layout`,
    'list-style-type',
  ].join('|')})$`,
);
const number = String.raw`[+]?(\d{1,6}(\.\d{0,6})?|\.\d{1,6})(px|pt|pc|em|rem|ex|ch|cm|mm|in|%)?`;
const colour = String.raw`#[0-9a-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/deg]{1,60}\)`;
const word = String.raw`[a-z][a-z0-9-]{0,40}`;
const quoted = String.raw`'[\w .,-]{0,60}'|"[\w .,-]{0,60}"`;
const value = new RegExp(
  `^(${number}|${colour}|${word}|${quoted})([\\s,/]+(${number}|${colour}|${word}|${quoted})){0,20}$`,
  'i',
);
const display = /^(none|block|inline|inline-block|table|table-row|table-cell|table-row-group|list-item)$/;

/** @returns the allowed declarations of a `style` attribute; drops those in an unusual form */
export function cleanStyle(style: string): string {
  if (style.length > MAX_STYLE) return '';
  return style
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      if (colon < 0) return [];
      const name = declaration.slice(0, colon).trim().toLowerCase();
      const said = declaration
        .slice(colon + 1)
        .replace(/!\s*important\s*$/i, '')
        .trim();
      if (!property.test(name) || !value.test(said)) return [];
      if (name === 'display' && !display.test(said)) return [];
      return [`${name}:${said}`];
    })
    .join(';');
}

/** Whether a style sets a colour, which presumes a white background. */
export function isColoured(style: string): boolean {
  return /(^|;)(color|background(-color)?):(?!inherit|transparent|initial)/.test(style);
}
