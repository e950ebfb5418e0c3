/** The product cannot start, and its message is the one sentence that says why to whoever starts it. */
export class StartError extends Error {}
