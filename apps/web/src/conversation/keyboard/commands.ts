/**
 * What keys do where conversations are shown. A feature adds its own where it binds them to keys:
 * `interface FeatureCommands { inbox: keyof typeof bindings }`.
 */
export interface FeatureCommands {
  conversation: 'back' | 'reply' | 'note' | 'markRead' | 'palette';
}

export type Command = FeatureCommands[keyof FeatureCommands];

/** The keys of commands. `g n` is G, then N; a command without keys is in the palette alone. */
export type Bindings = Partial<Record<Command, readonly string[]>>;

/** A second key counts for so long after the first. */
export const CHORD_MS = 1_000;

/** The command of a key, given the key pressed just before; or that the key begins a chord. */
export function commandOf(
  bindings: Bindings,
  key: string,
  previous: string | null,
): Command | 'chord' | null {
  const stroke = previous === null ? key : `${previous} ${key}`;
  for (const [command, strokes] of Object.entries(bindings) as [Command, readonly string[]][]) {
    if (strokes.includes(stroke)) return command;
    if (previous === null && strokes.some((candidate) => candidate.startsWith(`${key} `))) return 'chord';
  }
  return null;
}

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'
>;

/**
 * The key that is pressed, as bindings name it; null with a modifier. Shift alone makes a letter a capital, whatever
 * Caps Lock says; and what AltGr types is a character like any other.
 */
export function keyOf(press: KeyPress): string | null {
  const isTyping = press.getModifierState('AltGraph') || !(press.ctrlKey || press.altKey);
  if (!isTyping || press.metaKey) return null;
  if (!/^\p{L}$/u.test(press.key)) return press.key;
  return press.shiftKey ? press.key.toUpperCase() : press.key.toLowerCase();
}

/** Whether keys belong to what has the focus: a field, a dialog, an open menu. */
export function ownsKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') !==
      null
  );
}
