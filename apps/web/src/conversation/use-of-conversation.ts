import { useCallback, useState } from 'react';

/**
 * Component state that belongs to one conversation: it is `initial` again as soon as the component shows another
 * conversation.
 */
export function useOfConversation<T>(id: string, initial: T): [value: T, set: (value: T) => void] {
  const [held, setHeld] = useState({ id, value: initial });
  // Resets the stored value, too: it must not reappear when the user returns to the conversation.
  if (held.id !== id) setHeld({ id, value: initial });
  const set = useCallback((value: T) => setHeld((now) => (now.id === id ? { id, value } : now)), [id]);
  return [held.id === id ? held.value : initial, set];
}
