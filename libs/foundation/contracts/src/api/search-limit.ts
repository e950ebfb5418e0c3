/** Characters of a search. */
export const LONGEST_QUERY = 200;
