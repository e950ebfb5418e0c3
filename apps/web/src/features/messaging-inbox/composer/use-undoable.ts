import type { Chat } from '@parley/contracts/api/conversations';
import { useSetting } from '../../../lib/me';
import { useGo } from '../address';
import { useUnarchive } from '../api/commands';
import { UNDO_SECONDS } from './held';
import type { Outgoing } from './outbox';

/** Where one has chosen so, what one sends is held for a moment, and can be taken back. */
export function useUndoable(chat: Chat) {
  const go = useGo();
  const unarchive = useUnarchive();
  const isOn = useSetting('undoSend') === '1';
  return {
    hold: isOn ? { holdForSeconds: UNDO_SECONDS } : {},
    /** After sending and archiving: taking it back opens the conversation again, with what was written. */
    offer: (message: Outgoing) => {
      if (!isOn) return;
      void import('./undo-toast').then(({ offerUndoSend }) =>
        offerUndoSend(message, chat.contact.name, () => {
          unarchive.mutate({ ...chat, status: 'closed' });
          go({ chatId: chat.id });
        }),
      );
    },
  };
}
