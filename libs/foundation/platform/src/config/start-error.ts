/** The server cannot start. The message is one sentence for the operator with the reason. */
export class StartError extends Error {}
