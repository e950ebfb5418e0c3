interface Named {
  userId: string;
  name: string;
}

/** Range of a mention in a text, and the users with this name. */
export interface Mention {
  start: number;
  end: number;
  userIds: string[];
}

/**
 * Finds the names of people after an @. If several names match, the longest counts; a name must end at the end of a
 * word.
 */
export function mentionsIn(text: string, people: readonly Named[]): Mention[] {
  const names = [...new Set(people.map(({ name }) => name).filter(Boolean))].sort(
    (a, b) => b.length - a.length,
  );
  const found: Mention[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    // An @ after a letter or digit belongs to an e-mail address.
    if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) continue;
    const name = names.find((candidate) => isWhole(text, at + 1, candidate));
    if (name === undefined) continue;
    const userIds = people.filter((person) => person.name === name).map(({ userId }) => userId);
    found.push({ start: at, end: at + 1 + name.length, userIds });
  }
  return found;
}

/** Ids of all users whom a text mentions, each once. */
export function mentionedIn(text: string, people: readonly Named[]): string[] {
  return [...new Set(mentionsIn(text, people).flatMap(({ userIds }) => userIds))];
}

function isWhole(text: string, at: number, name: string): boolean {
  return text.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(text[at + name.length] ?? '');
}
