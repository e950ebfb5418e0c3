import { hasOddDate, messageTime } from './message-time';

const receipt = '2026-05-10T12:00:00.000Z';
const email = (providerTime: string) => ({ contentType: 'email' as const, providerTime });

test.each([
  ['1970-01-01T00:00:00.000Z', receipt, true],
  ['2026-05-05T11:59:59.999Z', receipt, true],
  ['2026-05-05T12:00:00.000Z', '2026-05-05T12:00:00.000Z', false],
  ['2026-05-10T11:00:00.000Z', '2026-05-10T11:00:00.000Z', false],
  ['2026-05-10T13:00:00.000Z', receipt, false],
  ['2030-01-01T00:00:00.000Z', receipt, true],
  ['+012026-01-01T00:00:00.000Z', receipt, true],
  ['-000001-01-01T00:00:00.000Z', receipt, true],
  ['no date', receipt, true],
])('the time of an e-mail dated %s is %s', (header, expected, isOdd) => {
  expect(messageTime(email(header), receipt)).toBe(expected);
  expect(hasOddDate(email(header), receipt)).toBe(isOdd);
});

test('a chat message that its provider delivers a week late keeps its time', () => {
  const data = { contentType: 'text' as const, providerTime: '2026-05-03T12:00:00.000Z' };
  expect(messageTime(data, receipt)).toBe(data.providerTime);
  expect(hasOddDate(data, receipt)).toBe(false);
});

test('a message that the organisation sends has the time of its recording', () => {
  expect(messageTime({ contentType: 'email' }, receipt)).toBe(receipt);
});
