import { useEffect, useEffectEvent, useState } from 'react';
import { useCombobox } from '@mantine/core';
import { heldLetters, takeLetters } from './held-letters';
import classes from './search-menu.module.css';

interface Options {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Accessible name of the search field. */
  label: string;
}

/**
 * State of a menu with a search field: the field gets the focus when the menu opens, the trigger gets it back when
 * the menu closes.
 */
export function useSearchMenu({ isOpen, onOpenChange, label }: Options) {
  // Letters typed before the menu's code had loaded. They are read here but removed only after mounting, since React
  // may render twice.
  const [search, setSearch] = useState(heldLetters);
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: onOpenChange,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      // Runs after Escape's own change of focus to the disappearing search field, and before the next key can reopen
      // the menu.
      queueMicrotask(() => combobox.targetRef.current?.focus());
      setSearch('');
    },
  });
  const begin = useEffectEvent(() => {
    const letters = takeLetters();
    if (letters.startsWith(search)) setSearch(letters);
    if (letters + search !== '') combobox.selectFirstOption();
  });
  useEffect(() => {
    const frame = requestAnimationFrame(() => begin());
    return () => cancelAnimationFrame(frame);
  }, []);
  return {
    combobox,
    search,
    menu: {
      store: combobox,
      position: 'bottom-end',
      shadow: 'md',
      radius: 8,
      // If the menu stayed mounted, its field would not get the focus when it opens again.
      keepMounted: false,
    } as const,
    field: {
      autoFocus: true,
      classNames: { input: classes.search },
      value: search,
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
        setSearch(event.currentTarget.value);
        combobox.selectFirstOption();
      },
      placeholder: label,
      'aria-label': label,
    },
  };
}
