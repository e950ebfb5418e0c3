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

/** What scrolls is reached by keys; its list passes this on, and does not say so. */
const viewport = { viewportProps: { tabIndex: 0 } };

/** One thing that the palette offers. */
export interface PaletteItem {
  id: string;
  label: ReactNode;
  description?: ReactNode;
  left?: ReactNode;
  right?: ReactNode;
  onChoose: () => void;
  /** It changes what is typed: the palette stays. */
  stays?: boolean;
}

export interface PaletteGroup {
  id: string;
  /** Absent for what speaks for itself. */
  label?: string;
  items: PaletteItem[];
}

/** What a feature finds for what is typed, and how its field looks. */
export interface PaletteSearch {
  /** Above the actions. */
  groups: PaletteGroup[];
  /** Between field and groups. */
  notice: ReactNode;
  /** Words that actions are looked for by; null where what is typed is for no action. */
  actionWords: string | null;
  isSearching: boolean;
  /** What becomes of what is typed. */
  typed: (text: string) => string;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

interface PaletteProps {
  bindings: Bindings;
  commands: Command[];
  onClose: () => void;
  /** Called on every render: a hook. */
  useSearch: (field: { text: string; setText: (text: string) => void; close: () => void }) => PaletteSearch;
}

/** Everything that can be found, and all that can be done here and now by name, with the key that does the same. */
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
        // Once it is closed: what opens then gets the focus.
        onChoose: () => requestAnimationFrame(() => runCommand(command)),
      };
    });
  const shown = [...groups, { id: 'actions', label: t('palette.actions'), items: actions }].filter(
    ({ items }) => items.length > 0,
  );
  const shownIds = shown.flatMap(({ items }) => items.map(({ id }) => id)).join(' ');
  // What arrives after the letters leaves the choice where it is; the first one is it where there was none.
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
        // The only way to give its dialog a name.
        attributes={{ content: { 'aria-label': t('help.command.palette') } }}
        transitionProps={{ duration: 120 }}
      >
        <Spotlight.Search
          leftSection={<IconSearch size={18} aria-hidden />}
          placeholder={t('palette.search')}
          aria-label={t('palette.search')}
          onFocus={() => {
            setThere(true);
            // Taken once: React may call an updater twice.
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
