import { useCallback, useState } from 'react';

/** State of one conversation: `initial` again as soon as the component shows another conversation. */
export function useOfConversation<T>(id: string, initial: T): [value: T, set: (value: T) => void] {
  const [held, setHeld] = useState({ id, value: initial });
  // Dropped, not only hidden: the value does not return with its conversation.
  if (held.id !== id) setHeld({ id, value: initial });
  const set = useCallback((value: T) => setHeld((now) => (now.id === id ? { id, value } : now)), [id]);
  return [held.id === id ? held.value : initial, set];
}
