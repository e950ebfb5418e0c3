import type { CardSize } from '@parley/contracts/api/insight-graphs';
import { isTall, isWide, moved, placed, placeForOneMore, resized, sizeOf } from './arrangement';

const small = Array.from({ length: 6 }, (): CardSize => 'small');
const arrangement = {
  slots: [0, 3, 5, null, 8, 11],
  sizes: resized({ slots: [], sizes: small }, 0, 'wide').sizes,
};

test('swaps a moved graph and its size with those of the target slot', () => {
  expect(moved(arrangement, 0, 3)).toEqual({
    slots: [null, 3, 5, 0, 8, 11],
    sizes: ['small', 'small', 'small', 'wide', 'small', 'small'],
  });
});

test('changes nothing when a graph is moved to its own or to an unknown slot', () => {
  expect(moved(arrangement, 0, 6)).toBe(arrangement);
  expect(moved(arrangement, -1, 0)).toBe(arrangement);
  expect(moved(arrangement, 2, 2)).toBe(arrangement);
});

test('gives a replacing graph the size of its slot, and makes an emptied slot small', () => {
  expect(placed(arrangement, 0, 20)).toEqual({ ...arrangement, slots: [20, 3, 5, null, 8, 11] });
  expect(placed(arrangement, 0, null)).toEqual({ slots: [null, 3, 5, null, 8, 11], sizes: small });
});

test.each(['small', 'wide', 'tall', 'large'] as const)(
  'the size %s consists of its width and height',
  (size) => {
    expect(sizeOf({ wide: isWide(size), tall: isTall(size) })).toBe(size);
    expect(resized(arrangement, 2, size).sizes[2]).toBe(size);
  },
);

test('adds a graph to the first free slot, or to the last slot if none is free', () => {
  expect(placeForOneMore(arrangement.slots)).toBe(3);
  expect(placeForOneMore(placed(arrangement, 3, 20).slots)).toBe(5);
});
