import type { CardSize } from '@parley/contracts/api/insight-graphs';
import { isTall, isWide, moved, placed, placeForOneMore, resized, sizeOf } from './arrangement';

const small = Array.from({ length: 6 }, (): CardSize => 'small');
const arrangement = {
  slots: [0, 3, 5, null, 8, 11],
  sizes: resized({ slots: [], sizes: small }, 0, 'wide').sizes,
};

test('moving a graph swaps it with the one in the target slot, along with their sizes', () => {
  expect(moved(arrangement, 0, 3)).toEqual({
    slots: [null, 3, 5, 0, 8, 11],
    sizes: ['small', 'small', 'small', 'wide', 'small', 'small'],
  });
});

test('moving a graph to its own or to an unknown slot changes nothing', () => {
  expect(moved(arrangement, 0, 6)).toBe(arrangement);
  expect(moved(arrangement, -1, 0)).toBe(arrangement);
  expect(moved(arrangement, 2, 2)).toBe(arrangement);
});

test('a replacing graph keeps the size of its slot, and a removed one leaves a small slot', () => {
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

test('a further graph goes to the first free slot, or to the last slot if none is free', () => {
  expect(placeForOneMore(arrangement.slots)).toBe(3);
  expect(placeForOneMore(placed(arrangement, 3, 20).slots)).toBe(5);
});
