import { useChat } from '../api/use-chat';
import type { Labelling } from './contact-labels';
import { ContactPanel } from './contact-panel';

/** The contact of the open conversation, once it is loaded. */
export default function OpenContact({ chatId, ...labelling }: { chatId: string } & Labelling) {
  const { chat } = useChat(chatId);
  return chat ? <ContactPanel chat={chat} {...labelling} /> : null;
}
