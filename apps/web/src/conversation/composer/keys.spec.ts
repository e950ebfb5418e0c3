import { sendKey } from './keys';

const enter = {
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 13,
};

test.each([
  ['Enter sends if the setting is on', {}, true, 'send'],
  ['Enter inserts a new line if the setting is off', {}, false, null],
  ['Shift and Enter insert a new line', { shiftKey: true }, true, null],
  ['⌘ and Enter send although the setting is off', { metaKey: true }, false, 'send'],
  ['Ctrl and Enter send although the setting is off', { ctrlKey: true }, false, 'send'],
  ['⌘, Shift and Enter send and archive', { metaKey: true, shiftKey: true }, false, 'send-and-archive'],
  ['Enter that ends a composition sends nothing', { isComposing: true }, true, null],
  ['Enter that ends a composition in Safari sends nothing', { keyCode: 229 }, true, null],
  ['⌘ and Enter within a composition send nothing', { metaKey: true, isComposing: true }, true, null],
  ['another key sends nothing', { key: 'a' }, true, null],
] as const)('%s', (_, changes, enterToSend, expected) =>
  expect(sendKey({ ...enter, ...changes }, enterToSend)).toBe(expected),
);
