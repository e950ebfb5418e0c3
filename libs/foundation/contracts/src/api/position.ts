/** A log position, as commands answer it. */
export const position = /^\d{20}$/;
