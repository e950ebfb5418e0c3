import { useEffect, useState } from 'react';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation';
import type { Bindings, Command } from './commands';
import { takeLetters } from './held-letters';
import { Stroke } from './stroke';
import { FieldOnItsWay, runCommand } from './use-commands';

const [store, spotlight] = createSpotlight();

interface PaletteProps {
  bindings: Bindings;
  commands: Command[];
  onClose: () => void;
}

/** Everything that can be done here and now, by name, with the key that does the same. */
export default function Palette({ bindings, commands, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const [isThere, setThere] = useState(false);
  const [query, setQuery] = useState('');
  useEffect(() => {
    spotlight.open();
    return () => spotlight.close();
  }, []);
  const order = Object.keys(bindings) as Command[];
  const actions = order
    .filter((command) => command !== 'palette' && commands.includes(command))
    .map((command): SpotlightActionData => {
      const [stroke] = bindings[command] ?? [];
      return {
        id: command,
        label: t(`help.command.${command}`),
        rightSection: stroke && <Stroke stroke={stroke} />,
        // Once it is closed: what opens then gets the focus.
        onClick: () => requestAnimationFrame(() => runCommand(command)),
      };
    });
  return (
    <>
      <FieldOnItsWay isOpen={!isThere} onOpenChange={onClose} />
      <Spotlight
        actions={actions}
        store={store}
        shortcut={null}
        onSpotlightClose={onClose}
        query={query}
        onQueryChange={setQuery}
        nothingFound={t('palette.nothing')}
        highlightQuery
        scrollable
        maxHeight={420}
        radius={10}
        scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
        searchProps={{
          leftSection: <IconSearch size={18} aria-hidden />,
          placeholder: t('palette.search'),
          'aria-label': t('palette.search'),
          onFocus: () => {
            setThere(true);
            // Taken once: React may call an updater twice.
            const letters = takeLetters();
            setQuery((typed) => letters + typed);
          },
        }}
        // The only way to give its dialog a name.
        attributes={{ content: { 'aria-label': t('help.command.palette') } }}
        transitionProps={{ duration: 120 }}
      />
    </>
  );
}
