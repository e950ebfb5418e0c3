import { PositionMap } from './position-map';

const at = (number: number | bigint) => String(number).padStart(20, '0');

test('translates a position to that of the same event in the copy', () => {
  const map = new PositionMap();
  for (let n = 1; n <= 5_000; n++) map.add(at(n * 10), at(n));
  expect([10, 20, 12_340, 50_000].map((n) => map.translate(at(n)))).toEqual([1, 2, 1_234, 5_000].map(at));
});

test('translates a position between two events to that of the lower one, and a position before all events to the start', () => {
  const map = new PositionMap();
  map.add(at(10), at(7));
  map.add(at(20), at(9));
  expect([9, 10, 19, 20, 1_000].map((n) => map.translate(at(n)))).toEqual([0, 7, 7, 9, 9].map(at));
  expect(new PositionMap().translate(at(5))).toBe(at(0));
});

test('supports the large positions of a log that counts bytes', () => {
  const map = new PositionMap();
  map.add(at(3), at(2n ** 63n));
  expect(map.translate('9'.repeat(20))).toBe(at(2n ** 63n));
});
