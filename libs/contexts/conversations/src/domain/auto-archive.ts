/** Names what is due when a conversation has been silent for as long as its channel waits. */
export const AUTO_ARCHIVE = 'auto-archive';
