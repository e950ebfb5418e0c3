import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation';
import type { Bindings, Command } from './commands';
import { takeLetters } from './held-letters';
import classes from './palette.module.css';
import { Stroke } from './stroke';
import { FieldOnItsWay, runCommand } from './use-commands';

const [store, spotlight] = createSpotlight();

/** Makes the scrolling part of the palette focusable. Mantine passes this prop on although its type lacks it. */
const viewport = { viewportProps: { tabIndex: 0 } };

export interface PaletteItem {
  id: string;
  label: ReactNode;
  description?: ReactNode;
  left?: ReactNode;
  right?: ReactNode;
  onChoose: () => void;
  /** Whether choosing the item only changes the text of the field, and the palette stays open. */
  stays?: boolean;
}

export interface PaletteGroup {
  id: string;
  /** Heading of the group; missing if the items need none. */
  label?: string;
  items: PaletteItem[];
}

/** A feature's results for the typed text, and the look of its field. */
export interface PaletteSearch {
  /** Groups of results, shown above the actions. */
  groups: PaletteGroup[];
  /** Shown between the field and the groups. */
  notice: ReactNode;
  /** Text by which the palette filters the actions; null: it lists no actions. */
  actionWords: string | null;
  isSearching: boolean;
  /** Transforms the text that the user types into the field. */
  typed: (text: string) => string;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

interface PaletteProps {
  bindings: Bindings;
  commands: Command[];
  onClose: () => void;
  /** A hook of the feature that searches; the palette calls it on every render. */
  useSearch: (field: { text: string; setText: (text: string) => void; close: () => void }) => PaletteSearch;
}

/** Lists search results and the commands that are available now, with their keys. */
export function Palette({ bindings, commands, onClose, useSearch }: PaletteProps) {
  const { t } = useTranslation();
  const [isThere, setThere] = useState(false);
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const close = () => spotlight.close();
  const { groups, notice, actionWords, isSearching, typed, onKeyDown } = useSearch({ text, setText, close });
  useEffect(() => {
    spotlight.open();
    return () => spotlight.close();
  }, []);
  const order = Object.keys(bindings) as Command[];
  const words = actionWords?.trim().toLocaleLowerCase() ?? null;
  const actions = order
    .filter((command) => command !== 'palette' && commands.includes(command))
    .map((command) => ({ command, label: t(`help.command.${command}`) }))
    .filter(({ label }) => words !== null && label.toLocaleLowerCase().includes(words))
    .map(({ command, label }): PaletteItem => {
      const [stroke] = bindings[command] ?? [];
      return {
        id: command,
        label,
        right: stroke && <Stroke stroke={stroke} />,
        // Runs after the palette has closed, so that a field which the command opens gets the focus.
        onChoose: () => requestAnimationFrame(() => runCommand(command)),
      };
    });
  const shown = [...groups, { id: 'actions', label: t('palette.actions'), items: actions }].filter(
    ({ items }) => items.length > 0,
  );
  const shownIds = shown.flatMap(({ items }) => items.map(({ id }) => id)).join(' ');
  // Results that arrive later do not change the selection; if nothing is selected, the first item is.
  useEffect(() => {
    if (text === '' || list.current?.querySelector('[data-selected]')) return;
    list.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [shownIds, text]);
  return (
    <>
      <FieldOnItsWay isOpen={!isThere} onOpenChange={onClose} />
      <Spotlight.Root
        store={store}
        shortcut={null}
        size={640}
        onSpotlightClose={onClose}
        query={text}
        onQueryChange={(value) => setText(typed(value))}
        scrollable
        maxHeight={480}
        radius={10}
        // Spotlight has no other way to name its dialog.
        attributes={{ content: { 'aria-label': t('help.command.palette') } }}
        transitionProps={{ duration: 120 }}
      >
        <Spotlight.Search
          leftSection={<IconSearch size={18} aria-hidden />}
          placeholder={t('palette.search')}
          aria-label={t('palette.search')}
          onFocus={() => {
            setThere(true);
            // Called outside the state updater, since React may call an updater twice.
            const letters = takeLetters();
            setText((known) => letters + known);
          }}
          onKeyDown={onKeyDown}
        />
        {notice}
        {shown.length > 0 && (
          <Spotlight.ActionsList {...viewport} ref={list}>
            {shown.map(({ id, label, items }) => (
              <div key={id} role="group" aria-label={label}>
                {label !== undefined && (
                  <div className={classes.label} aria-hidden>
                    {label}
                  </div>
                )}
                {items.map((item) => (
                  <Spotlight.Action
                    key={item.id}
                    className={classes.item}
                    leftSection={item.left}
                    rightSection={item.right}
                    label={item.label as string}
                    description={item.description as string}
                    closeSpotlightOnTrigger={!item.stays}
                    onClick={item.onChoose}
                  />
                ))}
              </div>
            ))}
          </Spotlight.ActionsList>
        )}
        {shown.length === 0 && (
          <Spotlight.Empty>{t(isSearching ? 'palette.searching' : 'palette.nothing')}</Spotlight.Empty>
        )}
      </Spotlight.Root>
    </>
  );
}
