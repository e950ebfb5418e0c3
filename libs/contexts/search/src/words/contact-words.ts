import { wordsOf, type SearchTerm } from '@parley/contracts/api/search-query';

/**
 * Patterns of SQL's `like` for the text that contacts and names are looked up in (` word word | word | #digits`): of each list one
 * must match. Only letters, digits, blanks and `#` are in them.
 * @param digits of what was typed like a phone number
 */
export function patternsOf(terms: SearchTerm[], digits: string | null): string[][] {
  if (digits !== null) return [[`%#%${digits}%`, `% ${digits}%`]];
  return terms.map(({ words, isQuoted }) => {
    const row = `% ${words.join(' ')}${isQuoted ? ' ' : ''}%`;
    const [only] = words;
    const isNumber = words.length === 1 && only !== undefined && /^\d{3,}$/.test(only);
    return isNumber ? [row, `%#%${only}%`] : [row];
  });
}

/** Whether each word of a value begins a word of a name, as `tag:`, `team:` and `channel:` ask. */
export function isNamed(name: string, value: string): boolean {
  const words = wordsOf(name);
  return wordsOf(value).every((asked) => words.some((word) => word.startsWith(asked)));
}
