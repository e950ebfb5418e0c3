/** Thrown if a move is not possible or has failed. The message is one sentence for the operator. */
export class MoveRefused extends Error {}
