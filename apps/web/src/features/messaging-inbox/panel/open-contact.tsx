import { useQuery } from '@tanstack/react-query';
import { chatQuery } from '../api/queries';
import type { Labelling } from './contact-labels';
import { ContactPanel } from './contact-panel';

/** The contact of the open conversation, once it is loaded. */
export default function OpenContact({ chatId, ...labelling }: { chatId: string } & Labelling) {
  const { data } = useQuery(chatQuery(chatId));
  return data ? <ContactPanel chat={data.chat} {...labelling} /> : null;
}
