interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  /** Is 229 while an input method composes: Safari reports composing only by this code. */
  keyCode: number;
}

export type SendKey = 'send' | 'send-and-archive' | null;

/**
 * @returns the effect of a key press in the composer. ⌘ or Ctrl with Enter always sends, Enter alone only with
 * `enterToSend`, and no key sends while an input method composes
 */
export function sendKey(press: KeyPress, enterToSend: boolean): SendKey {
  if (press.key !== 'Enter' || press.isComposing || press.keyCode === 229 || press.altKey) return null;
  if (press.metaKey || press.ctrlKey) return press.shiftKey ? 'send-and-archive' : 'send';
  return enterToSend && !press.shiftKey ? 'send' : null;
}
