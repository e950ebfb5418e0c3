import { bindings, commandOf } from './bindings';

test('one key is one command', () => {
  expect(commandOf('j', null)).toBe('next');
  expect(commandOf('E', null)).toBe('unarchive');
  expect(commandOf('y', null)).toBeNull();
});

test('G begins a chord, and the next key ends it', () => {
  expect(commandOf('g', null)).toBe('chord');
  expect(commandOf('u', 'g')).toBe('goUnassigned');
  expect(commandOf('j', 'g')).toBeNull();
});

test('no two commands share a key', () => {
  const strokes = Object.values(bindings).flat();
  expect(new Set(strokes).size).toBe(strokes.length);
});
