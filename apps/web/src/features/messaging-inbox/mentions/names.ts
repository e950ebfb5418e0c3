/** A user or a team that a text can mention. */
export interface Nameable {
  id: string;
  name: string;
}

/** A part of a text; `named` is the user or team that it mentions, or null. */
export interface NamedPart<T> {
  text: string;
  named: T | null;
}

/**
 * Splits a text at its mentions: an `@` at the start of a word, followed by a whole name. If one name begins with
 * another, the longer one wins.
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

/** The users and teams that a text mentions, each once; if several have the mentioned name, all of them. */
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
