import { CodedError } from '@parley/contracts/api/coded-error';
import { isConnectionError, isPassing } from './database';

const coded = (code: string) => Object.assign(new Error('refused'), { code });

test.each(['42P01', '42703'])(
  'counts a missing table or column, as of another release, as temporary (%s)',
  (code) => {
    expect(isPassing(coded(code))).toBe(true);
    // The database is up, so the statement is not repeated immediately.
    expect(isConnectionError(coded(code))).toBe(false);
  },
);

test('counts a broken business rule and a wrong SQL statement as permanent errors', () => {
  expect([new CodedError('conversation_closed'), coded('42601'), coded('23505')].map(isPassing)).toEqual([
    false,
    false,
    false,
  ]);
});
