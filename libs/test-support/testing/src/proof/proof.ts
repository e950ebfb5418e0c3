import { appendFileSync } from 'node:fs';
import { Random } from './random';

const PROGRESS_EVERY_MS = 5_000;

/** What a proof counts, and how many of it: in a test run, and for `scripts/torture`. */
export interface ProofSize {
  unit: string;
  small: number;
  full: number;
}

/**
 * One of the proofs that `scripts/torture` runs in full and every test run in small. Its randomness comes from a
 * seed, which is printed; PARLEY_SEED plays it again as far as the clock of the machine allows.
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

  /** How many of its unit this run does. PARLEY_PROOF_COUNT asks for a part of the full size. */
  get count(): number {
    const { PARLEY_PROOF_COUNT: part } = process.env;
    return this.isFull && part ? Number(part) : this.size(this.whole.small, this.whole.full);
  }

  /** Its seed is told once it is used: a runner may load a test without running it. */
  get random(): Random {
    if (!this.source) this.tell(`seed ${this.seed}`);
    this.source ??= new Random(this.seed);
    return this.source;
  }

  size<T>(small: T, full: T): T {
    return this.isFull ? full : small;
  }

  /** Milliseconds that the test may take, from seconds. */
  timeout(small: number, full: number): number {
    return this.size(small, full) * 1_000;
  }

  /** Says how far it is, now and then, where somebody watches. */
  progress(done: number): void {
    const isOver = done >= this.count;
    if (!this.isFull || (performance.now() - this.toldAt < PROGRESS_EVERY_MS && !isOver)) return;
    this.toldAt = performance.now();
    this.tell(`${done} of ${this.count} ${this.whole.unit}`);
  }

  /**
   * What is proved by now, in numbers: handed to whoever asked for them with PARLEY_FIGURES=file, and printed once it
   * is all. Said as it comes, so that a run which is cut short has not been for nothing.
   * @param figures of `done` of its unit; those of several runs add up, but of the `slowest` only one is
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
