import { keyNames, strokeText } from './key-names';

test.each([
  ['g n', 'MacIntel', ['G', 'N']],
  ['E', 'MacIntel', ['⇧', 'E']],
  ['Escape', 'Win32', ['Esc']],
  ['⌘ k', 'MacIntel', ['⌘', 'K']],
  ['⌘ k', 'Win32', ['Ctrl', 'K']],
  ['⌘ ⇧ Enter', 'Linux x86_64', ['Ctrl', '⇧', '↵']],
])('the keys of %p on %s are %p', (stroke, platform, names) => {
  expect(keyNames(stroke, platform)).toEqual(names);
});

test('a stroke in one word is written as its platform does', () => {
  expect(strokeText('⌘ Enter', 'iPhone')).toBe('⌘↵');
  expect(strokeText('⌘ ⇧ Enter', 'Win32')).toBe('Ctrl+⇧+↵');
});
