import type { CardSize } from '@parley/contracts/api/insight-graphs';
import { isTall, isWide, moved, placed, placeForOneMore, resized, sizeOf } from './arrangement';

const small = Array.from({ length: 6 }, (): CardSize => 'small');
const arrangement = {
  slots: [0, 3, 5, null, 8, 11],
  sizes: resized({ slots: [], sizes: small }, 0, 'wide').sizes,
};

test('a graph that is moved changes places with what stands there, and keeps its size', () => {
  expect(moved(arrangement, 0, 3)).toEqual({
    slots: [null, 3, 5, 0, 8, 11],
    sizes: ['small', 'small', 'small', 'wide', 'small', 'small'],
  });
});

test('to nowhere, or to where it is, nothing moves', () => {
  expect(moved(arrangement, 0, 6)).toBe(arrangement);
  expect(moved(arrangement, -1, 0)).toBe(arrangement);
  expect(moved(arrangement, 2, 2)).toBe(arrangement);
});

test('a graph is put in its place in the size of the one before, and taken away', () => {
  expect(placed(arrangement, 0, 20)).toEqual({ ...arrangement, slots: [20, 3, 5, null, 8, 11] });
  expect(placed(arrangement, 0, null)).toEqual({ slots: [null, 3, 5, null, 8, 11], sizes: small });
});

test.each(['small', 'wide', 'tall', 'large'] as const)('%s is so many columns and rows', (size) => {
  expect(sizeOf({ wide: isWide(size), tall: isTall(size) })).toBe(size);
  expect(resized(arrangement, 2, size).sizes[2]).toBe(size);
});

test('one more goes where nothing stands, and offers the last place where all are taken', () => {
  expect(placeForOneMore(arrangement.slots)).toBe(3);
  expect(placeForOneMore(placed(arrangement, 3, 20).slots)).toBe(5);
});
