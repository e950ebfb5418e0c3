import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { keyOf, ownsKeys } from '../../conversation/keyboard/commands';
import { useCommands } from '../../conversation/keyboard/use-commands';
import { useCell } from '../../lib/cell';
import { usePreference } from '../../lib/preferences';
import { useStable } from '../../lib/use-stable';
import { HelpPanel } from './help-panel';
import { TourOffer } from './tour-offer';
import { running } from './tours';
import { lazyPart } from '../../lib/lazy-part';

const Tour = lazyPart(async () => ({ default: (await import('./tour')).Tour }), { shape: 'card' });

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog'), { shape: 'card' });

/**
 * Help for every page: `?` opens the panel with the screen's help page; pressed again, it opens the list of all keys.
 */
export function Help() {
  const [open, setOpen] = useState<'panel' | 'shortcuts' | null>(null);
  const { pathname } = useLocation();
  const tour = useCell(running);
  const help = useStable(() => setOpen(open === 'panel' ? 'shortcuts' : 'panel'));
  useCommands({ help, shortcuts: () => setOpen('shortcuts') });
  useHelpKey(help, !pathname.startsWith('/messaging-inbox'));
  return (
    <>
      {tour === null ? (
        <TourOffer />
      ) : (
        <Suspense>
          <Tour key={tour} name={tour} />
        </Suspense>
      )}
      {open === 'panel' && (
        <HelpPanel onShortcuts={() => setOpen('shortcuts')} onClose={() => setOpen(null)} />
      )}
      {open === 'shortcuts' && (
        <Suspense>
          <ShortcutsDialog onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Listens to the help key.
 * @param isMine false in the inbox, which binds the key itself
 */
function useHelpKey(help: () => void, isMine: boolean): void {
  const [isOn] = usePreference('shortcuts');
  useEffect(() => {
    if (!isOn || !isMine) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || ownsKeys(event.target)) return;
      if (keyOf(event) !== '?') return;
      event.preventDefault();
      help();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [help, isOn, isMine]);
}
