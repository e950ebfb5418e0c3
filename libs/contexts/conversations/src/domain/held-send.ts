/** Names what is due when a message has been held long enough. */
export const RELEASE_SEND = 'release-send';
