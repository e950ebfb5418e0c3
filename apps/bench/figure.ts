import type { BenchPostgres } from './support/postgres';

/** One number, beside what it is compared to. */
export interface Measurement {
  name: string;
  value: number;
  unit: string;
  /** The same work without the product, measured in turns with it. */
  floor?: number;
  goal: Goal;
}

/** What the value, or its ratio to the floor, is meant to be. */
export interface Goal {
  of: 'value' | 'ratio';
  atLeast?: number;
  atMost?: number;
}

/** What every figure is measured with. */
export interface Bench {
  /** Small sizes: to see that it runs, not for the record. */
  quick: boolean;
  /** Each role of the product is a process of its own. */
  split: boolean;
  postgres: BenchPostgres;
  /** Rounds of each contestant; what is told is their median. */
  rounds: number;
  /** A length of time in seconds, or less if it is to be quick. */
  seconds(full: number): number;
  /** A number of things, or fewer if it is to be quick. */
  size(full: number): number;
  /** How many conversations an inbox is filled with, in turns, the smallest first. */
  conversations: number[];
  /** Where filled inboxes are kept for the next run; null: they are made anew. */
  inboxes: string | null;
  /** What takes long to make: made when it is first asked for, and kept for the figures that follow. */
  once<T>(name: string, make: (bench: Bench) => Promise<T>): Promise<T>;
  /** Undone after the figure, the last first, whether it succeeded or not. */
  onEnd(undo: () => Promise<unknown>): void;
  /** What is going on, for whoever watches. */
  tell(sentence: string): void;
}

export interface Figure {
  name: string;
  measure(bench: Bench): Promise<Measurement[]>;
}
