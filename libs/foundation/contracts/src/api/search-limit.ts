/** Maximum length of a search in characters. */
export const MAX_QUERY_LENGTH = 200;
