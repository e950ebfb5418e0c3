/** Why a move cannot be made or went wrong: one sentence for whoever asked for it. */
export class MoveRefused extends Error {}
