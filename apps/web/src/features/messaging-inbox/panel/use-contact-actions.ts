import type { Chat } from '@parley/contracts/api/conversations';
import { useFlagContact } from '../api/contact';

/** What one does with whom one talks to, from menus and the palette alike. Those that would change nothing are not there. */
export function useContactActions(chat: Chat) {
  const block = useFlagContact('isBlocked');
  const prioritise = useFlagContact('isHighPriority');
  const { isBlocked, isHighPriority } = chat.contact;
  return {
    block: isBlocked ? undefined : () => block.mutate({ chat, isOn: true }),
    unblock: isBlocked ? () => block.mutate({ chat, isOn: false }) : undefined,
    prioritise: isHighPriority ? undefined : () => prioritise.mutate({ chat, isOn: true }),
    unprioritise: isHighPriority ? () => prioritise.mutate({ chat, isOn: false }) : undefined,
  };
}
