import { useChat } from '../api/use-chat';
import { FieldOnItsWay } from '../../../conversation/keyboard/use-commands';
import type { Labelling } from './contact-labels';
import { ContactPanel } from './contact-panel';

/** Shows the contact panel for the open conversation once the conversation is loaded. */
export default function OpenContact({ chatId, ...labelling }: { chatId: string } & Labelling) {
  const { chat, error } = useChat(chatId);
  if (chat) return <ContactPanel chat={chat} {...labelling} />;
  return error ? null : <FieldOnItsWay {...labelling} />;
}
