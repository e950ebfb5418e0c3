/** Why a backup cannot be made or put back: one sentence for whoever asked for it. */
export class BackupRefused extends Error {}
