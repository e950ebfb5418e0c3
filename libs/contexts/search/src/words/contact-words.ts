import { wordsOf, type SearchTerm } from '@parley/contracts/api/search-query';

/**
 * Patterns for SQL's `like` on the search text of contacts and names (` word word | word | #digits`): at least one
 * pattern of each list has to match. Patterns contain only letters, digits, blanks and `#`.
 * @param digits digits of the query if it looks like a phone number; null otherwise
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

/**
 * Whether each word of `value` is the beginning of a word of the name, as the operators `tag:`, `team:` and
 * `channel:` require.
 */
export function isNamed(name: string, value: string): boolean {
  const words = wordsOf(name);
  return wordsOf(value).every((asked) => words.some((word) => word.startsWith(asked)));
}
