/** Key that a client creates for an object of its own: for a send with its messages, or for a version of a draft. */
export const clientKey = /^[\w-]{8,100}$/;

/**
 * Key of the message that retries a failed message. All windows compute the same key, so each recognises the retry.
 */
export const keyOfRepeat = (failedId: string): string => `retry-${failedId}`;
