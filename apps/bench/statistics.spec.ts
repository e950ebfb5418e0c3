import { inTurns, median, percentile } from './statistics';

test('the median is the middle number, or the mean of the two in the middle', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
});

test('a percentile is one of the measured numbers', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(numbers, 0.99)).toBe(198);
  expect(percentile(numbers, 1)).toBe(200);
  expect(percentile(numbers, 0)).toBe(1);
  expect(() => percentile([], 0.5)).toThrow();
});

test('contestants take turns, and the first of a round changes', async () => {
  const order: string[] = [];
  const contestant = (name: string) => async () => order.push(name);
  const results = await inTurns(3, { ours: contestant('ours'), floor: contestant('floor') });
  expect(order).toEqual(['ours', 'floor', 'floor', 'ours', 'ours', 'floor']);
  expect(results).toEqual({ ours: [1, 4, 5], floor: [2, 3, 6] });
});
