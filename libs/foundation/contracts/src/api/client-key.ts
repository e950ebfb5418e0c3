/** What a client makes to name something of its own: a send, with its messages, or a version of a draft. */
export const clientKey = /^[\w-]{8,100}$/;

/** The key of the message that says a failed one again: the same for everybody, so that each window finds it. */
export const keyOfRepeat = (failedId: string): string => `retry-${failedId}`;
