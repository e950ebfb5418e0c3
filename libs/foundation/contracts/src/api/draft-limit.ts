/** Maximum length in characters of a draft: twice the highest text limit of the platforms. */
export const DRAFT_LENGTH = 40_000;
