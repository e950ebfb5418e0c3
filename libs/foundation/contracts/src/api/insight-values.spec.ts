import { changeOf, shownDuration, shownValue } from './insight-values';

test.each([
  [0, '0s'],
  [45_000, '45s'],
  [72 * 60_000, '1h 12m'],
  [3_600_000, '1h'],
  [90_061_000, '1d 1h'],
])('%d milliseconds read %s', (millis, text) => {
  expect(shownDuration(millis)).toBe(text);
});

test('numbers are exact, with two decimals at most; nothing is a dash, and zero is zero', () => {
  expect(shownValue(12_480, 'messages')).toBe('12,480');
  expect(shownValue(3.14159, 'messagesPerConversation')).toBe('3.14');
  expect(shownValue(12.5, 'percent')).toBe('12.5%');
  expect(shownValue(null, 'time')).toBe('–');
  expect(shownValue(0, 'messages')).toBe('0');
});

test('a change is a percentage only where there are enough cases to say so', () => {
  expect(changeOf(120, 100, 'messages')).toBe(20);
  expect(changeOf(7, 3, 'messages')).toBeNull();
  expect(changeOf(50, 0, 'messages')).toBeNull();
  expect(changeOf(30_000, 60_000, 'time')).toBe(-50);
});
