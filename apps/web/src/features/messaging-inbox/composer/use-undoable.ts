import type { Chat } from '@parley/contracts/api/conversations';
import { useSetting } from '../../../lib/me';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { useUnarchive } from '../api/commands';
import { UNDO_SECONDS } from './held';
import type { Outgoing } from './outbox';
import { sentFrom, undo } from './undo';

/** Where one has chosen so, what one sends is held for a moment, and can be taken back. */
export function useUndoable(chat: Chat) {
  const { t } = useTranslation();
  const go = useGo();
  const unarchive = useUnarchive();
  const isOn = useSetting('undoSend') === '1';
  return {
    hold: isOn ? { holdForSeconds: UNDO_SECONDS } : {},
    /** After sending and archiving: taking it back opens the conversation again, with what was written. */
    offer: (message: Outgoing) => {
      if (!isOn) return;
      const text = t('composer.sentAndArchived', { name: chat.contact.name });
      const openAgain = () => {
        unarchive.mutate({ ...chat, status: 'closed' });
        go({ chatId: chat.id });
      };
      void import('./undo-toast').then(({ offerUndo }) =>
        offerUndo(text, () => undo(sentFrom(message)), openAgain),
      );
    },
  };
}
