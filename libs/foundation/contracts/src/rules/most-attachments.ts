/** Files that one send may carry; each is an entry of its own. */
export const MOST_ATTACHMENTS = 10;
