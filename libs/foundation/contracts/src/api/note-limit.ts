/** Maximum length of a note in characters. */
export const NOTE_LIMIT = 5_000;
