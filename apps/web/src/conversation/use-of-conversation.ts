import { useCallback, useState } from 'react';

/** State that belongs to one conversation. What shows the next one in the same place begins with it anew. */
export function useOfConversation<T>(id: string, initial: T): [value: T, set: (value: T) => void] {
  const [held, setHeld] = useState({ id, value: initial });
  // Forgotten, and not only out of sight: it does not come back with its conversation.
  if (held.id !== id) setHeld({ id, value: initial });
  const set = useCallback((value: T) => setHeld((now) => (now.id === id ? { id, value } : now)), [id]);
  return [held.id === id ? held.value : initial, set];
}
