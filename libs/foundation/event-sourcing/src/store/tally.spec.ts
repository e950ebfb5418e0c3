import { toPosition } from './position';
import { CategoryTallies, EMPTY_TALLY, isEqual, minus, plus, tallyOf } from './tally';

const at = (...positions: number[]) =>
  tallyOf(positions.map((position) => ({ position: toPosition(BigInt(position)) })));

test('the difference of two tallies is the position of the single event that one of them lacks', () => {
  expect(minus(at(3, 7, 12), at(3, 12))).toEqual({ events: 1, positions: 7n });
  expect(minus(at(3, 12), at(3, 12, 12))).toEqual({ events: -1, positions: 12n });
  expect(minus(at(3), at(3))).toEqual(EMPTY_TALLY);
});

test('two tallies with equal counts differ if one event is missing and another is counted twice', () => {
  expect(isEqual(at(1, 2, 3), at(1, 3, 3))).toBe(false);
  expect(isEqual(plus(at(1), at(2, 3)), at(1, 2, 3))).toBe(true);
});

test('supports positions up to 2^63 - 1', () => {
  const position = (2n ** 63n - 1n).toString().padStart(20, '0');
  expect(tallyOf([{ position }])).toEqual({ events: 1, positions: 2n ** 63n - 1n });
});

test('sums the tallies of the categories that begin with any of the prefixes, each once', () => {
  const tallies = new CategoryTallies();
  for (const [stream, position] of [
    ['contact-a-b', 1],
    ['contact-c', 2],
    ['contactList-d', 4],
    ['lonely', 8],
  ] as const) {
    tallies.count(stream, toPosition(BigInt(position)));
  }
  expect(tallies.ofPrefixes(['contact-'])).toEqual(at(1, 2));
  expect(tallies.ofPrefixes(['contact-', 'contactList-', 'contact'])).toEqual(at(1, 2, 4));
  expect(tallies.ofPrefixes([''])).toEqual(at(1, 2, 4, 8));
  expect(tallies.ofPrefixes(['lonely-'])).toEqual(EMPTY_TALLY);
});
