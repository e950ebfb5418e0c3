import { useEffect, useState } from 'preact/hooks';
import type { Chat, ChatView } from '../chat';

/** Returns the state of the chat and renders the component again when it changes. */
export function useChat(chat: Pick<Chat, 'snapshot' | 'subscribe'>): ChatView {
  const [view, show] = useState(chat.snapshot);
  useEffect(() => {
    show(chat.snapshot);
    return chat.subscribe(() => show(chat.snapshot));
  }, [chat]);
  return view;
}
