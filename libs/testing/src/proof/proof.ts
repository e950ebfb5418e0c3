import { appendFileSync } from 'node:fs';
import { Random } from './random';

const PROGRESS_EVERY_MS = 5_000;

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

  constructor(readonly name: string) {
    const given = process.env.PARLEY_SEED;
    this.seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
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
  progress(done: number, total: number, what: string): void {
    if (!this.isFull || (performance.now() - this.toldAt < PROGRESS_EVERY_MS && done < total)) return;
    this.toldAt = performance.now();
    this.tell(`${done} of ${total} ${what}`);
  }

  /** What was proved, in numbers: printed, and handed to whoever asked for them with PARLEY_FIGURES=file. */
  report(figures: Record<string, number>): void {
    const seconds = Math.round((performance.now() - this.startedAt) / 100) / 10;
    this.tell(`${JSON.stringify(figures)} in ${seconds} s`);
    const { PARLEY_FIGURES: file } = process.env;
    if (!file) return;
    appendFileSync(file, `${JSON.stringify({ proof: this.name, seed: this.seed, seconds, figures })}\n`);
  }

  private tell(sentence: string): void {
    process.stderr.write(`proof ${this.name}: ${sentence}\n`);
  }
}
