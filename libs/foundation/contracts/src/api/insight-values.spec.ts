import { changeOf, shownDuration, shownValue } from './insight-values';

test.each([
  [0, '0s'],
  [45_000, '45s'],
  [72 * 60_000, '1h 12m'],
  [3_600_000, '1h'],
  [90_061_000, '1d 1h'],
])('shows %d ms as %s', (millis, text) => {
  expect(shownDuration(millis)).toBe(text);
});

test('shows at most two decimals, a dash for null and a zero for zero', () => {
  expect(shownValue(12_480, 'messages')).toBe('12,480');
  expect(shownValue(3.14159, 'messagesPerConversation')).toBe('3.14');
  expect(shownValue(12.5, 'percent')).toBe('12.5%');
  expect(shownValue(null, 'time')).toBe('–');
  expect(shownValue(0, 'messages')).toBe('0');
});

test('returns no percentage if one of the values is too small to compare', () => {
  expect(changeOf(120, 100, 'messages')).toBe(20);
  expect(changeOf(7, 3, 'messages')).toBeNull();
  expect(changeOf(50, 0, 'messages')).toBeNull();
  expect(changeOf(30_000, 60_000, 'time')).toBe(-50);
});
