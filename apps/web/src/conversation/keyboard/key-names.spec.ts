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

test('writes a stroke as one word in the style of the platform', () => {
  expect(strokeText('⌘ Enter', 'iPhone')).toBe('⌘↵');
  expect(strokeText('⌘ ⇧ Enter', 'Win32')).toBe('Ctrl+⇧+↵');
});
