interface Named {
  userId: string;
  name: string;
}

/** Where a name in a text begins and ends, and whose it is: of namesakes all. */
export interface Mention {
  start: number;
  end: number;
  userIds: string[];
}

/** The people that a text names after an @: the longest name that stands there, as a whole. */
export function mentionsIn(text: string, people: readonly Named[]): Mention[] {
  const names = [...new Set(people.map(({ name }) => name).filter(Boolean))].sort(
    (a, b) => b.length - a.length,
  );
  const found: Mention[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    // An address of e-mail names nobody.
    if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) continue;
    const name = names.find((candidate) => isWhole(text, at + 1, candidate));
    if (name === undefined) continue;
    const userIds = people.filter((person) => person.name === name).map(({ userId }) => userId);
    found.push({ start: at, end: at + 1 + name.length, userIds });
  }
  return found;
}

/** Everybody that a text names, each once. */
export function mentionedIn(text: string, people: readonly Named[]): string[] {
  return [...new Set(mentionsIn(text, people).flatMap(({ userIds }) => userIds))];
}

function isWhole(text: string, at: number, name: string): boolean {
  return text.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(text[at + name.length] ?? '');
}
