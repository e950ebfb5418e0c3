import { createCell, useCell } from '../../lib/cell';

/** Number of unread entries in all team chats together. */
export const unread = createCell(0);

export function useUnread(): number {
  return useCell(unread);
}
