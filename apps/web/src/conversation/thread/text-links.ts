import { brokenContactRule, contactFieldOf } from '@parley/contracts/rules/contact-rules';

export interface TextPart {
  text: string;
  href: string | null;
}

const addresses = /\b(?:https?:\/\/|www\.)[^\s<>"']+/gi;
/** Punctuation at the end belongs to the sentence, not to the web address. */
const trailing = /(?<![.,;:!?)\]}'"»…])[.,;:!?)\]}'"»…]+$/;

const phones = /(?<![\w+/=@.-])(?:\+|00)\d(?:[\s().-]{0,2}\d){6,14}(?![\w@])/g;
/** Placeholder for the phone number in the organisation's pattern. */
const NUMBER = '{number}';

/**
 * Splits a text into plain parts and links for web addresses and phone numbers.
 * @param phonePattern URL for phone numbers, with `{number}` in place of the number; null: phone numbers become no
 * links
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
