/**
 * Commands that keys run on pages with conversations. A feature declares more commands next to its bindings, as in
 * `interface FeatureCommands { inbox: keyof typeof bindings }`.
 */
export interface FeatureCommands {
  conversation: 'back' | 'reply' | 'note' | 'markRead' | 'palette';
}

export type Command = FeatureCommands[keyof FeatureCommands];

/** The keys of each command. `g n` is G, then N; a command without keys is only in the command palette. */
export type Bindings = Partial<Record<Command, readonly string[]>>;

/** Maximum time in ms between the two keys of a chord. */
export const CHORD_MS = 1_000;

/**
 * @param previous the key pressed just before
 * @returns the command for a key, or `chord` if the key is the first of a chord
 */
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
 * @returns the key as bindings name it; null if a modifier is pressed. A letter counts as a capital only with Shift,
 * not with Caps Lock; a character typed with AltGr counts like any other
 */
export function keyOf(press: KeyPress): string | null {
  const isTyping = press.getModifierState('AltGraph') || !(press.ctrlKey || press.altKey);
  if (!isTyping || press.metaKey) return null;
  if (!/^\p{L}$/u.test(press.key)) return press.key;
  return press.shiftKey ? press.key.toUpperCase() : press.key.toLowerCase();
}

/** Whether the focused element handles keys itself: a field, a dialog, an open menu. */
export function ownsKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') !==
      null
  );
}
