import { CodedError } from '@parley/contracts/api/coded-error';
import { isConnectionError, isPassing } from './database';

const coded = (code: string) => Object.assign(new Error('refused'), { code });

test.each(['42P01', '42703'])(
  'work that meets the tables of another release (%s) waits for its own',
  (code) => {
    expect(isPassing(coded(code))).toBe(true);
    // The database answers: nothing is to be asked again in place.
    expect(isConnectionError(coded(code))).toBe(false);
  },
);

test('a broken rule and a statement that is wrong do not pass', () => {
  expect([new CodedError('conversation_closed'), coded('42601'), coded('23505')].map(isPassing)).toEqual([
    false,
    false,
    false,
  ]);
});
