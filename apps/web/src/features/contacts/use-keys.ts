import { useEffect, useEffectEvent } from 'react';

/**
 * Binds keys of a page by `KeyboardEvent.key`, with the prefix `mod+` for ⌘ or Ctrl, or `shift+` for Shift. Bindings
 * are inactive while the user types or a dialog or menu has the focus.
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
    // Enter and Space press the focused button or link.
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
