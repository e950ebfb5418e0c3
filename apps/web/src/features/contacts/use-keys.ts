import { useEffect, useEffectEvent } from 'react';

/**
 * Keys of a page, by `KeyboardEvent.key`, with `mod+` before those that want ⌘ or Ctrl and `shift+` before those that want Shift. Nothing happens while somebody
 * types or a dialog asks something.
 */
export function useKeys(actions: Partial<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.altKey) return;
    if (
      target.closest(
        'input:not([type="radio"]):not([type="checkbox"]), textarea, [role="dialog"] button, [role="menu"]',
      )
    )
      return;
    const held = event.metaKey || event.ctrlKey ? 'mod+' : event.shiftKey ? 'shift+' : '';
    const action = actions[`${held}${event.key}`] ?? (held === 'shift+' ? actions[event.key] : undefined);
    // A button or a link that has the focus is pressed by these.
    const isPress = (event.key === 'Enter' || event.key === ' ') && held === '';
    if (!action || (isPress && target.closest('a, button, input, summary'))) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
