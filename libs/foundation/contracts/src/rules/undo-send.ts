/** The delay in seconds that the inbox requests while the user's setting *undo send* is on. */
export const UNDO_SEND_SECONDS = 5;
/** Maximum delay in seconds that a request can set. */
export const MAX_UNDO_SEND_SECONDS = 30;
