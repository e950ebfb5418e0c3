import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { QuickReplyResponse } from '@parley/contracts/api/catalogue';
import type { Chat } from '@parley/contracts/api/conversations';
import { fillVariables, type VariableValues } from '@parley/contracts/events/variables';
import { useOfChat } from '../use-of-chat';
import { draftKeepers } from './drafts';
import { slashAt } from './slash';

/** What the list of quick replies does with a key; whether it took it. */
export type ListKeys = (key: string) => boolean;

export const QUICK_REPLIES_ID = 'quick-replies';

/** A `/` in the composer, from the key that types it to the text that stands there instead. */
export function useQuickReplies(
  chat: Chat,
  field: RefObject<HTMLTextAreaElement | null>,
  { text, variables }: { text: string; variables: VariableValues },
) {
  const keys = useRef<ListKeys | null>(null);
  const [caret, setCaret] = useOfChat(chat.id, 0);
  /** Where the `/` stands that Escape was pressed at. */
  const [dismissed, setDismissed] = useOfChat<number | null>(chat.id, null);
  const [active, setActive] = useOfChat<string | undefined>(chat.id, undefined);
  const wantedCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    setCaret(wantedCaret.current);
    wantedCaret.current = null;
  }, [field, text, setCaret]);

  const found = slashAt(text, caret);
  if (found === null && dismissed !== null) setDismissed(null);
  const slash = found && found.start !== dismissed ? found : null;

  const replace = (start: number, end: number, inserted: string) => {
    wantedCaret.current = start + inserted.length;
    draftKeepers.reply.type(chat.id, text.slice(0, start) + inserted + text.slice(end));
  };
  return {
    slash,
    keys,
    setActive,
    /** Follows the caret, whatever moved it. */
    track: () => {
      const { current } = field;
      setCaret(current && current.selectionStart === current.selectionEnd ? current.selectionStart : 0);
    },
    /** Whether the key was for the list. An input method keeps its own. */
    takesKey: (event: KeyboardEvent): boolean => {
      if (!slash || event.nativeEvent.isComposing || event.keyCode === 229) return false;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      // Where there is nothing to choose from, keys are the composer's.
      if (active === undefined) return false;
      if (event.key === 'Escape') setDismissed(slash.start);
      else if (!keys.current?.(event.key)) return false;
      event.preventDefault();
      return true;
    },
    /** Types the `/` for who does not. */
    open: () => {
      const at = field.current?.selectionStart ?? text.length;
      const before = at > 0 && !/\s/.test(text[at - 1] ?? '') ? ' /' : '/';
      setDismissed(null);
      replace(at, at, before);
    },
    choose: ({ message }: QuickReplyResponse) => {
      if (slash) replace(slash.start, slash.end, fillVariables(message, variables));
    },
    close: () => slash && setDismissed(slash.start),
    /** Tells who cannot see the list that it is there, and what would be inserted. */
    aria: slash
      ? ({
          'aria-autocomplete': 'list',
          'aria-haspopup': 'listbox',
          'aria-controls': QUICK_REPLIES_ID,
          'aria-activedescendant': active,
        } as const)
      : {},
  };
}
