import { moved, placed } from './arrangement';

const slots = [0, 3, 5, null, 8, 11];

test('a graph that is moved changes places with what stands there', () => {
  expect(moved(slots, 0, 3)).toEqual([null, 3, 5, 0, 8, 11]);
});

test('to nowhere, or to where it is, nothing moves', () => {
  expect(moved(slots, 0, 6)).toBe(slots);
  expect(moved(slots, -1, 0)).toBe(slots);
  expect(moved(slots, 2, 2)).toBe(slots);
});

test('a graph is put in its place, and taken away', () => {
  expect(placed(slots, 3, 20)).toEqual([0, 3, 5, 20, 8, 11]);
  expect(placed(slots, 0, null)).toEqual([null, 3, 5, null, 8, 11]);
});
