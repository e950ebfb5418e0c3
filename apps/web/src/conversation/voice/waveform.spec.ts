import { clock, peaksOf } from './waveform';

it('clock formats a length as minutes and seconds, and an unknown length as zero', () => {
  expect([0, 5.9, 65, 600, Infinity].map(clock)).toEqual(['0:00', '0:05', '1:05', '10:00', '0:00']);
});

it('peaksOf takes the loudest sample of each part, positive or negative', () => {
  expect(peaksOf(Float32Array.from([0, 0.25, -0.5, 0.1]), 2)).toEqual([0.5, 1]);
});

it('peaksOf is 0 for silence and for bars without samples', () => {
  expect(peaksOf(new Float32Array(10), 3)).toEqual([0, 0, 0]);
  expect(peaksOf(Float32Array.from([0.5]), 3)).toEqual([1, 0, 0]);
});
