import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { CHORD_MS, commandOf, keyOf, ownsKeys } from '../../conversation/keyboard/commands';
import { useCommands } from '../../conversation/keyboard/use-commands';
import { usePreference } from '../../lib/preferences';
import { useStable } from '../../lib/use-stable';

const bindings = { goTeamChat: ['g t'] } as const;

/**
 * Binds the keys G, then T, on all pages except the inbox, which has its own bindings; for those, the command
 * `goTeamChat` is registered.
 */
export function useGoToTeamChat(): void {
  const [isOn] = usePreference('shortcuts');
  const navigate = useNavigate();
  const go = useStable(() => void navigate('/team-chat'));
  useCommands({ goTeamChat: go });
  useEffect(() => {
    if (!isOn) return;
    let begunAt = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      if (/^\/(messaging|email)-inbox/.test(location.pathname)) return;
      const key = keyOf(event);
      if (key === null || event.isComposing || ownsKeys(event.target)) return;
      const previous = event.timeStamp - begunAt < CHORD_MS ? 'g' : null;
      const command = commandOf(bindings, key, previous);
      begunAt = command === 'chord' ? event.timeStamp : -Infinity;
      if (command !== 'goTeamChat' || event.defaultPrevented) return;
      event.preventDefault();
      go();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn, go]);
}
