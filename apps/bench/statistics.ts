/** The middle number; for an even count, the mean of the two in the middle. */
export function median(numbers: number[]): number {
  return (percentile(numbers, 0.5) + percentile(numbers, 0.5, Math.floor)) / 2;
}

/**
 * The smallest number that at least this share of all numbers does not exceed.
 * @param share from 0 to 1
 */
export function percentile(numbers: number[], share: number, round = Math.ceil): number {
  if (numbers.length === 0) throw new Error('Nothing was measured.');
  const sorted = [...numbers].sort((a, b) => a - b);
  const index = round === Math.ceil ? Math.ceil(sorted.length * share) - 1 : round(sorted.length * share);
  return sorted[Math.min(Math.max(index, 0), sorted.length - 1)] ?? NaN;
}

/**
 * Runs the contestants alternately, so that a slow phase of the machine slows all of them.
 * @returns for each contestant, the results of its rounds
 */
export async function inTurns<Name extends string, Result>(
  rounds: number,
  contestants: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round++) {
    // Every second round has the reverse order, since the first contestant may affect the next.
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      results[name].push(await contestants[name]());
    }
  }
  return results;
}
