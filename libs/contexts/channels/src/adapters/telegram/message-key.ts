/** Telegram numbers messages within a chat: with the chat, the number is unique within a bot. */
export function messageKey(chatId: string, messageId: string): string {
  return `${chatId}/${messageId}`;
}

/** The number within the chat. */
export function messageIdIn(key: string): string | undefined {
  return /^-?\d+\/(\d+)$/.exec(key)?.[1];
}
