/** Characters that a note may have. */
export const NOTE_LIMIT = 5_000;
