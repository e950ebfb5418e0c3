/** Names what is due when the time has come for which a conversation was snoozed. */
export const WAKE = 'wake';
