import { useEffect, useState } from 'react';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useKeyed } from '../../lib/keyed-store';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { runCommand } from '../keyboard/use-commands';
import { useThreadEntries } from '../thread/thread-context';
import classes from './composer.module.css';
import { isOptimistic } from './outbox';
import { sendKeyOf, sentAs, sentFrom } from './sent';

const TICK_MS = 250;

/** Whole seconds until `until` (epoch ms); 0 once it has passed. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return isOver ? 0 : Math.ceil((until - now) / 1_000);
}

/** Shows below a delayed message how many seconds are left for Undo, and the button. */
export function HeldNotice({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const { store, kind } = useOpenConversation();
  const { entries } = useThreadEntries();
  const key = sendKeyOf(entry);
  // For a message sent in this window, the end by this window's clock: the server's clock may differ.
  const known = useKeyed(store.heldUntil, key ?? '');
  const left = useSecondsLeft(known || (entry.heldUntil ? Date.parse(entry.heldUntil) : 0));
  if (key === null || left === 0) return null;
  const sent = isOptimistic(entry) ? sentFrom(entry.outgoing) : sentAs(key, entries);
  const writeAgain = () => {
    const answered = entries.find(({ id }) => id === entry.context?.replyTo?.messageId);
    if (answered) store.quoted.set(answered);
    store.mode.set('reply');
    // Skipped if the user has opened another conversation in the meantime.
    if (kind.conversations.server.isOpenNow(store.id)) runCommand('reply');
  };
  return (
    <div className={classes.held}>
      <span role="timer">{t('composer.goesIn', { count: left })}</span>
      <UndoButton undo={() => store.undo(sent)} onUndone={writeAgain} />
    </div>
  );
}

interface UndoButtonProps {
  /** Called on click. If it rejects, the button stays; `undo` itself reports the error. */
  undo: () => unknown;
  onUndone: () => void;
  /** The button's label; by default "Undo". */
  label?: string;
}

export function UndoButton({ undo: takeItBack, onUndone, label }: UndoButtonProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const takeBack = async () => {
    setAsking(true);
    try {
      await takeItBack();
      onUndone();
    } catch (error) {
      toastFailure(error, t('composer.notUndone'));
      setAsking(false);
    }
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isAsking}
      leftSection={<IconArrowBackUp size={14} />}
      onClick={() => void takeBack()}
    >
      {label ?? t('composer.undo')}
    </Button>
  );
}
