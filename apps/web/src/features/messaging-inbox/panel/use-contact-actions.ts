import type { Chat } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../../lib/translation';
import { useFlagContact } from '../api/contact';
import { undoable } from '../../../conversation/composer/undoable';

/** Actions on a contact, for menus and the command palette, without those that would change nothing. */
export function useContactActions(chat: Chat) {
  const { t } = useTranslation();
  const block = useFlagContact('isBlocked');
  const prioritise = useFlagContact('isHighPriority');
  const { isBlocked, isHighPriority } = chat.contact;
  const unblock = () => block.mutate({ chat, isOn: false });
  const blockForNow = () => {
    const done = block.mutateAsync({ chat, isOn: true });
    void undoable(done, t('toast.blocked', { name: chat.contact.name }), unblock);
  };
  return {
    block: isBlocked ? undefined : blockForNow,
    unblock: isBlocked ? unblock : undefined,
    prioritise: isHighPriority ? undefined : () => prioritise.mutate({ chat, isOn: true }),
    unprioritise: isHighPriority ? () => prioritise.mutate({ chat, isOn: false }) : undefined,
  };
}
