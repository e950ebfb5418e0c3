import type { BenchPostgres } from './support/postgres';

/** A measured number, with the floor and the goal to which it is compared. */
export interface Measurement {
  name: string;
  value: number;
  unit: string;
  /** The result of the same work without the product, whose rounds alternate with the product's. */
  floor?: number;
  goal: Goal;
}

/** The goal of a measurement: a bound of its value, or of the ratio of its value to the floor. */
export interface Goal {
  of: 'value' | 'ratio';
  atLeast?: number;
  atMost?: number;
}

/** Settings and helpers that every benchmark uses. */
export interface Bench {
  /** Whether to use small sizes, which only show that a benchmark runs; their results are not recorded. */
  quick: boolean;
  /** Whether each role of the product runs in a separate process. */
  split: boolean;
  postgres: BenchPostgres;
  /** Number of rounds of each contestant (the product, the floor); the result is their median. */
  rounds: number;
  /** Returns a duration in seconds, which is shorter if `quick` is set. */
  seconds(full: number): number;
  /** Returns a number of things, which is smaller if `quick` is set. */
  size(full: number): number;
  /** Numbers of conversations with which the inbox is filled, one after the other, in ascending order. */
  conversations: number[];
  /** Folder with filled inboxes that later runs use again; null to fill new ones. */
  inboxes: string | null;
  /** Makes something that takes long at the first call, and returns the same thing in later benchmarks. */
  once<T>(name: string, make: (bench: Bench) => Promise<T>): Promise<T>;
  /** Registers work to do when the benchmark ends, even if it fails; the work registered last is done first. */
  onEnd(undo: () => Promise<unknown>): void;
  /** Prints progress. */
  tell(sentence: string): void;
}

export interface Figure {
  name: string;
  measure(bench: Bench): Promise<Measurement[]>;
}
