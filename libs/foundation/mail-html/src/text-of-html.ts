/** Maximum length of HTML that is read for its text. */
const MAX_LENGTH = 500_000;
/** Elements whose content is not text. */
const silent = new Map(
  ['style', 'script', 'title'].map((name) => [name, new RegExp(`</${name}`, 'gi')] as const),
);
const breaks = /^<(?:br|\/(?:p|div|tr|li|h[1-6]))$/i;
const entities = /&(?:(nbsp|lt|gt|quot|apos|amp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;
const characters: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/**
 * @returns the text of the first `MAX_LENGTH` characters of an HTML document. Takes one pass and does not match
 * opening tags with closing tags.
 */
export function textOfHtml(html: string): string {
  const source = html.slice(0, MAX_LENGTH);
  const parts: string[] = [];
  for (let at = 0; at < source.length;) {
    const open = source.indexOf('<', at);
    parts.push(source.slice(at, open < 0 ? undefined : open));
    if (open < 0) break;
    const [tag = ''] = /^<(?:!--|\/?[a-z][a-z0-9]{0,20}|[!?/])/i.exec(source.slice(open, open + 24)) ?? [];
    if (tag === '') {
      parts.push('<');
      at = open + 1;
      continue;
    }
    const end = endOf(source, open, tag);
    parts.push(breaks.test(tag) ? '\n' : ' ');
    if (end < 0) break;
    at = end;
  }
  return parts
    .join('')
    .replace(entities, (all, name?: string, decimal?: string, hexadecimal?: string) => {
      if (name) return characters[name.toLowerCase()] ?? all;
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    })
    .replace(/[ \t\r\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** @returns the index after a tag, a comment or a silent element; -1 if it is not closed */
function endOf(source: string, open: number, tag: string): number {
  if (tag === '<!--') {
    const end = source.indexOf('-->', open);
    return end < 0 ? -1 : end + 3;
  }
  let from = open;
  const closing = silent.get(tag.slice(1).toLowerCase());
  if (closing) {
    closing.lastIndex = open;
    const found = closing.exec(source);
    if (!found) return -1;
    from = found.index;
  }
  const end = source.indexOf('>', from);
  return end < 0 ? -1 : end + 1;
}
