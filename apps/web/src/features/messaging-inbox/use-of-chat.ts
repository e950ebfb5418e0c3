import { useCallback, useState } from 'react';

/** State that belongs to one conversation. What shows the next one in the same place begins with it anew. */
export function useOfChat<T>(chatId: string, initial: T): [value: T, set: (value: T) => void] {
  const [held, setHeld] = useState({ chatId, value: initial });
  // Forgotten, and not only out of sight: it does not come back with its conversation.
  if (held.chatId !== chatId) setHeld({ chatId, value: initial });
  const set = useCallback(
    (value: T) => setHeld((now) => (now.chatId === chatId ? { chatId, value } : now)),
    [chatId],
  );
  return [held.chatId === chatId ? held.value : initial, set];
}
