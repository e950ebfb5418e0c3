import { type ReactNode } from 'react';
import type { Chat } from '@parley/contracts/api/conversations';
import { undoable } from '../../../conversation/composer/undoable';
import { FieldOnItsWay, useCommands } from '../../../conversation/keyboard/use-commands';
import { useOfConversation } from '../../../conversation/use-of-conversation';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { useSnooze, useWake } from '../api/snooze';
import { lazyPart } from '../../../lib/lazy-part';

const SnoozeDialog = lazyPart(() => import('./snooze-dialog'), { shape: 'card' });

/**
 * Actions that snooze a conversation and end its snooze.
 * @returns null for `ask` or `wake` if that action is not possible now
 */
export function useSnoozing(chat: Chat): {
  ask: (() => void) | null;
  wake: (() => void) | null;
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const go = useGo();
  const snooze = useSnooze();
  const wake = useWake();
  const [isAsking, setAsking] = useOfConversation(chat.id, false);
  const isOpen = chat.status === 'open';
  const choose = (until: string | null) => {
    const done = snooze.mutateAsync({ chat, until });
    go({ chatId: null });
    void undoable(done, t('snooze.done', { name: chat.contact.name }), () => {
      wake.mutate({ ...chat, snoozed: { until } });
      go({ chatId: chat.id });
    });
  };
  const ask = isOpen ? () => setAsking(true) : null;
  const wakeNow = isOpen && chat.snoozed ? () => wake.mutate(chat) : null;
  useCommands({ snooze: ask ?? undefined, wake: wakeNow ?? undefined });
  const dialog = isAsking && (
    <SnoozeDialog
      onChosen={choose}
      onClose={() => setAsking(false)}
      fallback={<FieldOnItsWay isOpen onOpenChange={setAsking} />}
    />
  );
  return { ask, wake: wakeNow, dialog };
}
