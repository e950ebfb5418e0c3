import type { RefObject } from 'preact';
import type { Say } from '../words';
import { Icon } from './icons';

interface LauncherProps {
  isOpen: boolean;
  unread: number;
  say: Say;
  onToggle: () => void;
  buttonRef?: RefObject<HTMLButtonElement | null>;
}

export function Launcher({ isOpen, unread, say, onToggle, buttonRef }: LauncherProps) {
  const count = unread > 0 && !isOpen ? unread : 0;
  const label = say(isOpen ? 'close' : 'open');
  return (
    <button
      ref={buttonRef}
      type="button"
      class="launcher"
      aria-label={count ? `${label}, ${say('unread', { count })}` : label}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Icon name={isOpen ? 'close' : 'chat'} size={26} />
      {count > 0 && (
        <span class="badge" aria-hidden="true">
          {count > 9 ? '9+' : count}
        </span>
      )}
    </button>
  );
}
