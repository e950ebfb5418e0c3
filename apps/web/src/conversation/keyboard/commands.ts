/**
 * Commands that keys run on pages with conversations. A feature adds its own beside its bindings: `interface
 * FeatureCommands { inbox: keyof typeof bindings }`.
 */
export interface FeatureCommands {
  conversation: 'back' | 'reply' | 'note' | 'markRead' | 'palette';
}

export type Command = FeatureCommands[keyof FeatureCommands];

/** The keys of commands. `g n` is G, then N; a command without keys is only in the palette. */
export type Bindings = Partial<Record<Command, readonly string[]>>;

/** Maximum time between the two keys of a chord. */
export const CHORD_MS = 1_000;

/** @param previous the key pressed just before @returns the command of a key, or `chord` if the key begins one */
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
 * @returns the key as bindings name it; null with a modifier. Only Shift makes a letter a capital, not Caps Lock; a
 * character typed with AltGr counts like any other
 */
export function keyOf(press: KeyPress): string | null {
  const isTyping = press.getModifierState('AltGraph') || !(press.ctrlKey || press.altKey);
  if (!isTyping || press.metaKey) return null;
  if (!/^\p{L}$/u.test(press.key)) return press.key;
  return press.shiftKey ? press.key.toUpperCase() : press.key.toLowerCase();
}

/** Whether the focused element uses keys itself: a field, a dialog, an open menu. */
export function ownsKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') !==
      null
  );
}
