import { brokenContactRule, contactFieldOf } from '@parley/contracts/rules/contact-rules';

export interface TextPart {
  text: string;
  href: string | null;
}

const addresses = /\b(?:https?:\/\/|www\.)[^\s<>"']+/gi;
/** What ends a sentence rather than an address. */
const trailing = /(?<![.,;:!?)\]}'"»…])[.,;:!?)\]}'"»…]+$/;

const phones = /(?<![\w+/=@.-])(?:\+|00)\d(?:[\s().-]{0,2}\d){6,14}(?![\w@])/g;
/** In the address that a phone number leads to: where the number stands. */
const NUMBER = '{number}';

/**
 * Parts of a text: plain, or a web address or a phone number with where it leads.
 * @param phonePattern the address of a phone number, with `{number}` where it stands; null: it leads nowhere
 */
export function partsOf(text: string, phonePattern: string | null = null): TextPart[] {
  const parts = addressesIn(text);
  if (phonePattern === null) return parts;
  return parts.flatMap((part) => (part.href === null ? phonesIn(part.text, phonePattern) : part));
}

function phonesIn(text: string, pattern: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(phones)) {
    const number = contactFieldOf('phone', match[0]);
    if (number === null || brokenContactRule('phone', number) !== null) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: match[0], href: pattern.replaceAll(NUMBER, () => encodeURIComponent(number)) });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

function addressesIn(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(addresses)) {
    const found = match[0].replace(trailing, '');
    const href = hrefOf(found);
    if (!href) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: found, href });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

function hrefOf(address: string): string | null {
  const withScheme = /^www\./i.test(address) ? `https://${address}` : address;
  return URL.canParse(withScheme) ? withScheme : null;
}
