import { HeadMarks } from './head-marks';

const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 9, 0, second));
const of = (...offsets: number[]) => new Map(offsets.map((offset, partition) => [partition, offset]));

test('reports a delay of at most one interval between looks for a group that stays only a few messages behind', () => {
  const marks = new HeadMarks();
  for (let second = 0; second < 60; second += 5) {
    expect(marks.look(of(second + 3, 1), of(second, 1), at(second))).toEqual(at(second));
  }
});

test('reports a group that makes no progress as late since the first look that found it behind', () => {
  const marks = new HeadMarks();
  expect(marks.look(of(4, 4), of(4, 4), at(0))).toBeNull();
  expect(marks.look(of(4, 6), of(4, 4), at(5))).toEqual(at(5));
  expect(marks.look(of(9, 6), of(4, 4), at(10))).toEqual(at(5));
  expect(marks.look(of(9, 6), of(9, 4), at(15))).toEqual(at(5));
  expect(marks.look(of(9, 6), of(4, 6), at(20))).toEqual(at(10));
  expect(marks.look(of(9, 6), of(9, 6), at(25))).toBeNull();
});

test('remembers since when a group makes no progress, however long that lasts', () => {
  const marks = new HeadMarks();
  for (let n = 1; n < 5_000; n++) marks.look(of(n), of(0), at(n));
  expect(marks.look(of(5_000), of(0), at(5_000))).toEqual(at(1));
  expect(marks.look(of(5_000), of(5_000), at(5_001))).toBeNull();
});
