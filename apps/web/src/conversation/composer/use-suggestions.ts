import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useOfConversation } from '../use-of-conversation';
import type { DraftKeeper } from './draft-keeper';
import type { Suggestion, Suggestions } from './suggestions';
import { triggerAt } from './trigger';

/** Passes a key to the list. @returns whether the list used it */
export type ListKeys = (key: string) => boolean;

export const SUGGESTIONS_ID = 'suggestions';

interface Options {
  id: string;
  text: string;
  draft: DraftKeeper;
  lists: readonly Suggestions[];
}

/** Connects the composer's field with the suggestion lists, from the typed trigger to the inserted text. */
export function useSuggestions(
  field: RefObject<HTMLTextAreaElement | null>,
  { id, text, draft, lists }: Options,
) {
  const keys = useRef<ListKeys | null>(null);
  const [caret, setCaret] = useOfConversation(id, 0);
  /** Position in the text of the trigger whose list the user closed with Escape; null if none. */
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
    /** Call after any event that may have moved the caret. */
    track: () => {
      const { current } = field;
      setCaret(current && current.selectionStart === current.selectionEnd ? current.selectionStart : 0);
    },
    /**
     * Call on keydown.
     * @returns whether the list used the key; the list ignores keys of an input method
     */
    takesKey: (event: KeyboardEvent): boolean => {
      if (!typed || event.nativeEvent.isComposing || event.keyCode === 229) return false;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      // Without an active suggestion, the composer handles the keys.
      if (active === undefined) return false;
      if (event.key === 'Escape') setDismissed(typed.start);
      else if (!keys.current?.(event.key)) return false;
      event.preventDefault();
      return true;
    },
    /** Inserts the trigger when the user clicks the list's button. */
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
    /** ARIA attributes of the field, by which screen readers announce the list and its active suggestion. */
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
