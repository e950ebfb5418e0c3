/** Minutes and seconds: `1:05`. */
export function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.floor(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Loudness over the length of a sound: `count` values from 0 to 1, scaled so that the loudest is 1. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const width = Math.max(1, Math.ceil(samples.length / count));
  const peaks = Array.from({ length: count }, (_, at) =>
    samples.subarray(at * width, (at + 1) * width).reduce((most, one) => Math.max(most, Math.abs(one)), 0),
  );
  const loudest = Math.max(...peaks);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}
