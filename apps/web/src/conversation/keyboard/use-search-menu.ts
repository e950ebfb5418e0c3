import { useEffect, useEffectEvent, useState } from 'react';
import { useCombobox } from '@mantine/core';
import { heldLetters, takeLetters } from './held-letters';
import classes from './search-menu.module.css';

interface Options {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** What the field is for. */
  label: string;
}

/** A menu that is searched: its field has the focus whenever it opens, and what it opened from when it closes. */
export function useSearchMenu({ isOpen, onOpenChange, label }: Options) {
  // Letters typed before the menu's code was there; taken only once the menu stands, as React may render it twice.
  const [search, setSearch] = useState(heldLetters);
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: onOpenChange,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      // After Escape itself has given it to the search that goes, and before the next key: it may open again.
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
      // What is drawn anew each time takes the focus each time.
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
