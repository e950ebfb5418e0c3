export interface TextPart {
  text: string;
  href: string | null;
}

const addresses = /\b(?:https?:\/\/|www\.)[^\s<>"']+/gi;
/** What ends a sentence rather than an address. */
const trailing = /[.,;:!?)\]}'"»…]+$/;

/** Parts of a text: plain, or a web address with where it leads. */
export function partsOf(text: string): TextPart[] {
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
