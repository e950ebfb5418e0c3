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

/** Delays the user's messages by a few seconds, in which they can undo the send, if their settings say so. */
export function useUndoable(chat: Chat) {
  const { t } = useTranslation();
  const go = useGo();
  const unarchive = useUnarchive();
  const isOn = useSetting('undoSend') === '1';
  return {
    holdForSeconds: isOn ? UNDO_SEND_SECONDS : undefined,
    /** Offers undo after "send and archive": it reopens the conversation and puts the text back into the composer. */
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
