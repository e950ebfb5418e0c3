import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useOfConversation } from '../use-of-conversation';
import type { DraftKeeper } from './draft-keeper';
import type { Suggestion, Suggestions } from './suggestions';
import { triggerAt } from './trigger';

/** What the list does with a key; whether it took it. */
export type ListKeys = (key: string) => boolean;

export const SUGGESTIONS_ID = 'suggestions';

interface Options {
  /** The conversation. */
  id: string;
  text: string;
  draft: DraftKeeper;
  lists: readonly Suggestions[];
}

/** Lists that a character opens in the composer, from the key that types it to the text that stands there instead. */
export function useSuggestions(
  field: RefObject<HTMLTextAreaElement | null>,
  { id, text, draft, lists }: Options,
) {
  const keys = useRef<ListKeys | null>(null);
  const [caret, setCaret] = useOfConversation(id, 0);
  /** Where the character stands that Escape was pressed at. */
  const [dismissed, setDismissed] = useOfConversation<number | null>(id, null);
  const [active, setActive] = useOfConversation<string | undefined>(id, undefined);
  const wantedCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    setCaret(wantedCaret.current);
    wantedCaret.current = null;
  }, [field, text, setCaret]);

  const triggers = lists.map(({ trigger }) => trigger);
  const found = triggerAt(text, caret, triggers);
  if (found === null && dismissed !== null) setDismissed(null);
  const typed = found && found.start !== dismissed ? found : null;
  const list = typed && lists.find(({ trigger }) => trigger === typed.trigger);

  const replace = (start: number, end: number, inserted: string) => {
    wantedCaret.current = start + inserted.length;
    draft.type(text.slice(0, start) + inserted + text.slice(end));
  };
  return {
    open: list && { list, search: typed.search },
    keys,
    setActive,
    /** Follows the caret, whatever moved it. */
    track: () => {
      const { current } = field;
      setCaret(current && current.selectionStart === current.selectionEnd ? current.selectionStart : 0);
    },
    /** Whether the key was for the list. An input method keeps its own. */
    takesKey: (event: KeyboardEvent): boolean => {
      if (!typed || event.nativeEvent.isComposing || event.keyCode === 229) return false;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      // Where there is nothing to choose from, keys are the composer's.
      if (active === undefined) return false;
      if (event.key === 'Escape') setDismissed(typed.start);
      else if (!keys.current?.(event.key)) return false;
      event.preventDefault();
      return true;
    },
    /** Types the character for who does not. */
    begin: (trigger: string) => {
      const at = field.current?.selectionStart ?? text.length;
      const before = at > 0 && !/\s/.test(text[at - 1] ?? '') ? ` ${trigger}` : trigger;
      setDismissed(null);
      replace(at, at, before);
    },
    choose: ({ inserts }: Suggestion) => {
      if (typed) replace(typed.start, typed.end, inserts);
    },
    close: () => typed && setDismissed(typed.start),
    /** Tells who cannot see the list that it is there, and what would be inserted. */
    aria: typed
      ? ({
          'aria-autocomplete': 'list',
          'aria-haspopup': 'listbox',
          'aria-controls': SUGGESTIONS_ID,
          'aria-activedescendant': active,
        } as const)
      : {},
  };
}
