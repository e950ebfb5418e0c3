/** Maximum length of a search in characters. */
export const LONGEST_QUERY = 200;
