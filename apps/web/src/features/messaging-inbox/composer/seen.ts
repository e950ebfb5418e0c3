/** Position of the newest entry that was looked at, by conversation: an answer says what its writer had seen. */
const seen = new Map<string, string>();

export function noteSeen(chatId: string, position: string): void {
  seen.set(chatId, position);
}

export function seenIn(chatId: string): string | undefined {
  return seen.get(chatId);
}
