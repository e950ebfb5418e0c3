/** Thrown if a backup cannot be made or restored. The message is one sentence for the operator. */
export class BackupRefused extends Error {}
