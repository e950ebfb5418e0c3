import { useQuery } from '@tanstack/react-query';
import { chatQuery } from '../api/queries';
import { ContactPanel } from './contact-panel';

/** The contact of the open conversation, once it is loaded. */
export function OpenContact({ chatId }: { chatId: string }) {
  const { data } = useQuery(chatQuery(chatId));
  return data ? <ContactPanel chat={data.chat} /> : null;
}
