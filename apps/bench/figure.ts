import type { BenchPostgres } from './support/postgres';

/** A measured number, with what it is compared to. */
export interface Measurement {
  name: string;
  value: number;
  unit: string;
  /** The same work without the product, measured in turns with it. */
  floor?: number;
  goal: Goal;
}

/** The bound of the value, or of its ratio to the floor. */
export interface Goal {
  of: 'value' | 'ratio';
  atLeast?: number;
  atMost?: number;
}

/** Settings and tools of every benchmark. */
export interface Bench {
  /** Small sizes, to check that a benchmark runs; the results are not for the record. */
  quick: boolean;
  /** Whether each role of the product runs in a process of its own. */
  split: boolean;
  postgres: BenchPostgres;
  /** Rounds of each contestant; the result is their median. */
  rounds: number;
  /** A duration in seconds, shorter if `quick`. */
  seconds(full: number): number;
  /** A number of things, smaller if `quick`. */
  size(full: number): number;
  /** Numbers of conversations to fill an inbox with, one after the other, in ascending order. */
  conversations: number[];
  /** Folder that keeps filled inboxes for the next run; null to fill new ones. */
  inboxes: string | null;
  /** Returns something that takes long to make: made at the first call, and kept for later benchmarks. */
  once<T>(name: string, make: (bench: Bench) => Promise<T>): Promise<T>;
  /** Registers work for the end of the benchmark, even after an error; the last registered runs first. */
  onEnd(undo: () => Promise<unknown>): void;
  /** Prints progress. */
  tell(sentence: string): void;
}

export interface Figure {
  name: string;
  measure(bench: Bench): Promise<Measurement[]>;
}
