import { HeadMarks } from './head-marks';

const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 9, 0, second));
const of = (...offsets: number[]) => new Map(offsets.map((offset, partition) => [partition, offset]));

test('a group that is always a few messages behind, and follows, is late by one look at most', () => {
  const marks = new HeadMarks();
  for (let second = 0; second < 60; second += 5) {
    expect(marks.look(of(second + 3, 1), of(second, 1), at(second))).toEqual(at(second));
  }
});

test('a group that stands still is late since the first look that showed it behind', () => {
  const marks = new HeadMarks();
  expect(marks.look(of(4, 4), of(4, 4), at(0))).toBeNull();
  expect(marks.look(of(4, 6), of(4, 4), at(5))).toEqual(at(5));
  expect(marks.look(of(9, 6), of(4, 4), at(10))).toEqual(at(5));
  expect(marks.look(of(9, 6), of(9, 4), at(15))).toEqual(at(5));
  expect(marks.look(of(9, 6), of(4, 6), at(20))).toEqual(at(10));
  expect(marks.look(of(9, 6), of(9, 6), at(25))).toBeNull();
});

test('however long a group stands still, it is known since when', () => {
  const marks = new HeadMarks();
  for (let n = 1; n < 5_000; n++) marks.look(of(n), of(0), at(n));
  expect(marks.look(of(5_000), of(0), at(5_000))).toEqual(at(1));
  expect(marks.look(of(5_000), of(5_000), at(5_001))).toBeNull();
});
