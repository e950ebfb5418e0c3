import { isCommand, triggerAt } from './trigger';

const slashAt = (text: string, caret: number) => triggerAt(text, caret, ['/']);
const slash = { trigger: '/' };

test('a slash at the beginning of any word opens the quick replies', () => {
  expect(slashAt('/', 1)).toEqual({ ...slash, start: 0, end: 1, search: '' });
  expect(slashAt('Hello /ho', 9)).toEqual({ ...slash, start: 6, end: 9, search: 'ho' });
  expect(slashAt('Hello\n/ho there', 9)).toEqual({ ...slash, start: 6, end: 9, search: 'ho' });
});

test.each(['and/or', '1/2', '/usr/bin', '/hours ', 'https://harbour.example', 'Hello'])(
  '%s opens no list',
  (text) => {
    expect(slashAt(text, text.length)).toBeNull();
  },
);

test('searches only by the text before the caret', () => {
  expect(slashAt('/hours', 0)).toBeNull();
  expect(slashAt('/hours', 3)).toEqual({ ...slash, start: 0, end: 3, search: 'ho' });
});

test.each([
  ['/thanks', true],
  [' /thanks ', true],
  ['/', false],
  ['/thanks a lot', false],
  ['/home/ana', false],
  ['and/or', false],
  ['', false],
])('isCommand(%j) returns %s', (text, is) => {
  expect(isCommand(text, '/')).toBe(is);
});

test('each trigger opens its own list and other characters open none', () => {
  expect(triggerAt('ask @ma', 7, ['/', '@'])).toEqual({ trigger: '@', start: 4, end: 7, search: 'ma' });
  expect(triggerAt('ask @ma', 7, ['/'])).toBeNull();
  expect(triggerAt('ana@harbour', 11, ['@'])).toBeNull();
});
