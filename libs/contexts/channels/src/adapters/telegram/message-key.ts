/** Telegram numbers messages within a chat. Chat id and number together are unique within a bot. */
export function messageKey(chatId: string, messageId: string): string {
  return `${chatId}/${messageId}`;
}

export function messageIdIn(key: string): string | undefined {
  return /^-?\d+\/(\d+)$/.exec(key)?.[1];
}
