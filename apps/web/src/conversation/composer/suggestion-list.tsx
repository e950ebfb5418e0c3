import { useEffect, useImperativeHandle, useState, type Ref } from 'react';
import classes from './suggestion-list.module.css';
import type { Suggestion, Suggestions } from './suggestions';
import { SUGGESTIONS_ID, type ListKeys } from './use-suggestions';

interface SuggestionListProps {
  from: Suggestions;
  search: string;
  keys: Ref<ListKeys | null>;
  onActive: (id: string | undefined) => void;
  onChoose: (suggestion: Suggestion) => void;
}

const optionId = ({ id }: Suggestion) => `${SUGGESTIONS_ID}-${id}`;

/** List of suggestions above the composer. The composer keeps the focus and forwards the keys. */
export default function SuggestionList({ from, search, keys, onActive, onChoose }: SuggestionListProps) {
  const all = from.useFound(search);
  const found = all?.suggestions ?? [];
  const [chosen, setChosen] = useState({ search, index: 0 });
  const index = chosen.search === search ? Math.min(chosen.index, found.length - 1) : 0;
  const active = found[index];
  const activeId = active && optionId(active);

  useImperativeHandle(keys, () => (key) => {
    if (!active) return false;
    if (key === 'ArrowDown') setChosen({ search, index: (index + 1) % found.length });
    else if (key === 'ArrowUp') setChosen({ search, index: (index - 1 + found.length) % found.length });
    else if (key === 'Enter' || key === 'Tab') onChoose(active);
    else return false;
    return true;
  });
  useEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => onActive(undefined);
  }, [activeId, onActive]);

  if (!all || (found.length === 0 && (!all.none || search !== ''))) return null;
  return (
    // Keeps the focus and the caret in the field when the user clicks into the list.
    <div className={classes.list} onMouseDown={(event) => event.preventDefault()}>
      {found.length === 0 ? (
        <p className={classes.none}>{all.none}</p>
      ) : (
        <div role="listbox" id={SUGGESTIONS_ID} aria-label={from.label}>
          {found.map((suggestion, place) => (
            <div
              key={suggestion.id}
              id={optionId(suggestion)}
              role="option"
              aria-selected={place === index}
              className={classes.option}
              onClick={() => onChoose(suggestion)}
            >
              {suggestion.title && <span className={classes.title}>{suggestion.title}</span>}
              <span className={classes.text}>{suggestion.text}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
