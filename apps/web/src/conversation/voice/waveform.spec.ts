import { clock, peaksOf } from './waveform';

it('says a length as minutes and seconds, and nothing yet as zero', () => {
  expect([0, 5.9, 65, 600, Infinity].map(clock)).toEqual(['0:00', '0:05', '1:05', '10:00', '0:00']);
});

it('is as high as the loudest of each part, whichever way it swings', () => {
  expect(peaksOf(Float32Array.from([0, 0.25, -0.5, 0.1]), 2)).toEqual([0.5, 1]);
});

it('is flat where nothing sounds, and where there are fewer samples than bars', () => {
  expect(peaksOf(new Float32Array(10), 3)).toEqual([0, 0, 0]);
  expect(peaksOf(Float32Array.from([0.5]), 3)).toEqual([1, 0, 0]);
});
