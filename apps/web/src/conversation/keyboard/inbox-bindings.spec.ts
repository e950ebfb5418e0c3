import { commandOf, keyOf } from './commands';
import { bindings } from './inbox-bindings';

test('finds the command of a single key', () => {
  expect(commandOf(bindings, 'j', null)).toBe('next');
  expect(commandOf(bindings, 'E', null)).toBe('unarchive');
  expect(commandOf(bindings, 'y', null)).toBeNull();
});

test('G begins a chord, and the next key completes or cancels it', () => {
  expect(commandOf(bindings, 'g', null)).toBe('chord');
  expect(commandOf(bindings, 'u', 'g')).toBe('goUnassigned');
  expect(commandOf(bindings, 'j', 'g')).toBeNull();
});

test('no two commands share a key', () => {
  const strokes = Object.values(bindings).flat();
  expect(new Set(strokes).size).toBe(strokes.length);
});

/** A keyboard event with these modifiers. */
const pressed = (key: string, ...modifiers: string[]) => ({
  key,
  shiftKey: modifiers.includes('Shift'),
  ctrlKey: modifiers.includes('Control'),
  metaKey: modifiers.includes('Meta'),
  altKey: modifiers.includes('Alt'),
  getModifierState: (modifier: string) => modifiers.includes(modifier),
});

test.each([
  ['i', [], 'i'],
  ['I', ['Shift'], 'I'],
  ['I', ['CapsLock'], 'i'],
  ['i', ['CapsLock', 'Shift'], 'I'],
  ['?', ['Shift'], '?'],
  ['Escape', ['CapsLock'], 'Escape'],
])('%p with %p is %p: Shift counts, Caps Lock does not', (key, modifiers, named) => {
  expect(keyOf(pressed(key, ...modifiers))).toBe(named);
});

test('a key with Control, Meta or Alt is no binding', () => {
  for (const modifier of ['Control', 'Meta', 'Alt']) expect(keyOf(pressed('e', modifier))).toBeNull();
});

test('a character typed with AltGr counts like any other, on every platform', () => {
  expect(keyOf(pressed('#', 'AltGraph'))).toBe('#');
  expect(keyOf(pressed('#', 'AltGraph', 'Control', 'Alt'))).toBe('#');
});
