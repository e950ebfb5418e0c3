interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  /** 229 while an input method composes; Safari tells only so. */
  keyCode: number;
}

export type SendKey = 'send' | 'send-and-archive' | null;

/** What a key in the composer does: Enter by the setting, ⌘ or Ctrl with Enter always, an input method never. */
export function sendKey(press: KeyPress, enterToSend: boolean): SendKey {
  if (press.key !== 'Enter' || press.isComposing || press.keyCode === 229 || press.altKey) return null;
  if (press.metaKey || press.ctrlKey) return press.shiftKey ? 'send-and-archive' : 'send';
  return enterToSend && !press.shiftKey ? 'send' : null;
}
