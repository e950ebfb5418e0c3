import { startsTyping, stopsTyping, typing, TypingSignal } from './typing';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const letter = 65;

it('reports typing at once and every 3 s, and its end after 15 s without a key', () => {
  const said: string[] = [];
  const signal = new TypingSignal(
    'lunch',
    { id: 'tom', displayName: 'Tom' },
    (event) => void said.push(event),
  );
  signal.press(letter);
  signal.press(letter);
  expect(said).toEqual(['teamChatStartTyping']);
  jest.advanceTimersByTime(14_999);
  expect(said).toEqual(Array(5).fill('teamChatStartTyping'));
  jest.advanceTimersByTime(1);
  expect(said.at(-1)).toBe('teamChatStopTyping');
  jest.advanceTimersByTime(60_000);
  signal.stop();
  expect(said.filter((event) => event === 'teamChatStopTyping')).toHaveLength(1);
});

it.each([13, 0, 9, 18, 16])('key %i does not count as typing', (key) => {
  const said: string[] = [];
  new TypingSignal('lunch', { id: 'tom', displayName: 'Tom' }, (event) => void said.push(event)).press(key);
  expect(said).toEqual([]);
});

it('no longer counts a user as typing 18 s after their last report', () => {
  startsTyping('lunch', 'tom');
  jest.advanceTimersByTime(17_000);
  startsTyping('lunch', 'tom');
  startsTyping('lunch', 'eva');
  jest.advanceTimersByTime(17_999);
  expect(typing.get('lunch')).toEqual(['tom', 'eva']);
  stopsTyping('lunch', 'eva');
  jest.advanceTimersByTime(1);
  expect(typing.get('lunch')).toEqual([]);
});
