/** What a client makes to name something of its own: a send, with its messages, or a version of a draft. */
export const clientKey = /^[\w-]{8,100}$/;
