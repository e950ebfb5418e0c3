import { isMainThread } from 'node:worker_threads';

/** Returns its input, and whether the main thread ran it. */
export function echo(input: string): { input: string; isMainThread: boolean } {
  return { input, isMainThread };
}

/** Spins until the shared counter of `release` is set; forever without one. */
export function spin(release: Int32Array | null): void {
  while (!release || Atomics.load(release, 0) === 0);
}

/** Allocates without end. */
export function allocate(): void {
  const all: string[][] = [];
  for (;;) all.push(Array.from({ length: 100_000 }, (_, index) => `text ${index}`));
}

export function fail(message: string): void {
  throw new Error(message);
}

export function exit(): void {
  process.exit();
}

/** Spins forever in its first run. @param runs shared counter of its runs */
export function spinAtFirst(runs: Int32Array): string {
  if (Atomics.add(runs, 0, 1) === 0) spin(null);
  return 'done';
}

/** Ends its thread in its first run. @param runs shared counter of its runs */
export function exitAtFirst(runs: Int32Array): string {
  if (Atomics.add(runs, 0, 1) === 0) exit();
  return 'done';
}
