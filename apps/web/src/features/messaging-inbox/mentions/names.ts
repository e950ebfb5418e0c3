/** Somebody or some that a text can name. */
export interface Nameable {
  id: string;
  name: string;
}

/** A stretch of a text, and whom it names; null: nobody. */
export interface NamedPart<T> {
  text: string;
  named: T | null;
}

/**
 * A text at its names: `@` at the beginning of a word, and the whole of a name. Where one name begins another, the longer
 * one is meant.
 */
export function partsByName<T extends Nameable>(text: string, all: readonly T[]): NamedPart<T>[] {
  const longestFirst = all
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.name.length - a.name.length);
  const parts: NamedPart<T>[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_])@/gu)) {
    if (index < from) continue;
    const named = longestFirst.find(({ name }) => isNameAt(text, index + 1, name));
    if (!named) continue;
    const end = index + 1 + named.name.length;
    if (index > from) parts.push({ text: text.slice(from, index), named: null });
    parts.push({ text: text.slice(index, end), named });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), named: null });
  return parts;
}

/** Those that a text names, each once; of those with the same name, all. */
export function namedIn<T extends Nameable>(text: string, all: readonly T[]): T[] {
  const names = new Set(partsByName(text, all).flatMap(({ named }) => named?.name.toLowerCase() ?? []));
  return all.filter(({ name }) => names.has(name.toLowerCase()));
}

function isNameAt(text: string, start: number, name: string): boolean {
  const end = start + name.length;
  return (
    text.slice(start, end).toLowerCase() === name.toLowerCase() && !/^[\p{L}\p{N}_]/u.test(text.slice(end))
  );
}
