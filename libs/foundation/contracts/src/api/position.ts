/** A log position, as in the responses of commands. */
export const position = /^\d{20}$/;
