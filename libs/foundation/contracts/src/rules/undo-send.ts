/** The delay that the inbox asks for while the user's setting *undo send* is on. */
export const UNDO_SEND_SECONDS = 5;
/** The longest delay that a request may ask for. */
export const MAX_UNDO_SEND_SECONDS = 30;
