import type { Chat } from '@parley/contracts/api/conversations';
import type { Outgoing } from '../../../conversation/composer/outbox';
import { UNDO_SEND_SECONDS } from '@parley/contracts/rules/undo-send';
import { sentFrom } from '../../../conversation/composer/sent';
import { useSetting } from '../../../lib/me';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { useUnarchive } from '../api/commands';
import { messaging } from '../messaging';
import { loadPart } from '../../../lib/load-part';

/** Where one has chosen so, what one sends is held for a moment, and can be taken back. */
export function useUndoable(chat: Chat) {
  const { t } = useTranslation();
  const go = useGo();
  const unarchive = useUnarchive();
  const isOn = useSetting('undoSend') === '1';
  return {
    holdForSeconds: isOn ? UNDO_SEND_SECONDS : undefined,
    /** After sending and archiving: taking it back opens the conversation again, with what was written. */
    offer: (message: Outgoing) => {
      if (!isOn) return;
      const text = t('composer.sentAndArchived', { name: chat.contact.name });
      const openAgain = () => {
        unarchive.mutate({ ...chat, status: 'closed' });
        go({ chatId: chat.id });
      };
      void loadPart(() => import('../../../conversation/composer/undo-toast')).then(({ offerUndo }) =>
        offerUndo(text, () => messaging.of(chat.id).undo(sentFrom(message)), openAgain),
      );
    },
  };
}
