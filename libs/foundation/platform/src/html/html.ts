/** Markup that templates insert unescaped; they escape every other value. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = string | Html | null | readonly Html[];

/** Makes markup from a template, and escapes each value that is not `Html`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + toMarkup(parts[index] ?? null)).join(''));
}

function toMarkup(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part !== 'string') return part.map(({ markup }) => markup).join('');
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return part.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
