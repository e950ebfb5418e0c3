import { appendFileSync } from 'node:fs';
import { Random } from './random';

const PROGRESS_EVERY_MS = 5_000;

/** Unit of a stress test, with the number of units in a test run (`small`) and in `scripts/torture` (`full`). */
export interface ProofSize {
  unit: string;
  small: number;
  full: number;
}

/**
 * A stress test or property test that runs at a small size in every test run, and at full size in `scripts/torture`.
 * Its random numbers come from a seed, which is printed. PARLEY_SEED repeats the numbers, but not the timing of the
 * machine.
 */
export class Proof {
  readonly isFull = process.env.PARLEY_PROOFS === 'full';
  readonly seed: number;
  private source: Random | undefined;
  private readonly startedAt = performance.now();
  private toldAt = 0;

  constructor(
    readonly name: string,
    private readonly whole: ProofSize,
  ) {
    const given = process.env.PARLEY_SEED;
    this.seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  }

  /** Number of units in this run. PARLEY_PROOF_COUNT sets another number for a full run. */
  get count(): number {
    const { PARLEY_PROOF_COUNT: part } = process.env;
    return this.isFull && part ? Number(part) : this.size(this.whole.small, this.whole.full);
  }

  /**
   * The source of random numbers. The seed is printed when the source is first used, since a runner may load a test
   * without running it.
   */
  get random(): Random {
    if (!this.source) this.tell(`seed ${this.seed}`);
    this.source ??= new Random(this.seed);
    return this.source;
  }

  size<T>(small: T, full: T): T {
    return this.isFull ? full : small;
  }

  /** @returns the time limit of this run in ms; the parameters are in seconds, for a small and a full run */
  timeout(small: number, full: number): number {
    return this.size(small, full) * 1_000;
  }

  /** Prints the progress from time to time in a full run. */
  progress(done: number): void {
    const isOver = done >= this.count;
    if (!this.isFull || (performance.now() - this.toldAt < PROGRESS_EVERY_MS && !isOver)) return;
    this.toldAt = performance.now();
    this.tell(`${done} of ${this.count} ${this.whole.unit}`);
  }

  /**
   * Appends the results so far to the file PARLEY_FIGURES, and prints them at the end. Called repeatedly, so that an
   * interrupted run leaves its results.
   * @param figures results of `done` units; to combine several runs, a reader adds them, or takes the maximum if
   * the name begins with `slowest`
   */
  report(done: number, figures: Record<string, number>): void {
    const { unit, full } = this.whole;
    const seconds = Math.round((performance.now() - this.startedAt) / 100) / 10;
    if (done >= this.count) this.tell(`${JSON.stringify({ [unit]: done, ...figures })} in ${seconds} s`);
    const { PARLEY_FIGURES: file } = process.env;
    if (!file) return;
    appendFileSync(file, `${JSON.stringify({ done, full, unit, seconds, seed: this.seed, figures })}\n`);
  }

  private tell(sentence: string): void {
    process.stderr.write(`proof ${this.name}: ${sentence}\n`);
  }
}
