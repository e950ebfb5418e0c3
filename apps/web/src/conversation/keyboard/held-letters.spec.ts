import { afterKey } from './held-letters';

const none = {
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  timeStamp: 0,
};
const typed = (...keys: string[]) => keys.reduce((letters, key) => afterKey(letters, { ...none, key }), '');

test('records the same letters as a field would contain after the same keys', () => {
  expect(typed('a', 'm', 'x', 'Backspace', 'a', ' ', 'é', '👍')).toBe('ama é👍');
  expect(typed('Shift', 'A', 'Enter', 'ArrowDown', 'Tab')).toBe('A');
  expect(typed('Backspace')).toBe('');
});

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
  'a key with %j types nothing',
  (changes) => {
    expect(afterKey('a', { ...none, ...changes, key: 'k' })).toBe('a');
  },
);

test.each([
  ['AltGr on Windows', { ctrlKey: true, altKey: true, key: '@' }, 'a@'],
  ['Option on a Mac', { altKey: true, key: '€' }, 'a€'],
  ['Shift and Enter', { shiftKey: true, key: 'Enter' }, 'a\n'],
])('%s counts as typing a character', (_, changes, letters) => {
  expect(afterKey('a', { ...none, ...changes })).toBe(letters);
});
