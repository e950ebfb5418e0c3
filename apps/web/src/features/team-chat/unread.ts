import { createCell, useCell } from '../../lib/cell';

/** Entries of all chats that nobody in this browser's name has read. */
export const unread = createCell(0);

export function useUnread(): number {
  return useCell(unread);
}
