import { FEWEST } from '@parley/contracts/api/insight-values';
import { shownNumber } from '@parley/contracts/api/shown-number';

/** A rating from 1 to 5: `4 ★★★★`. */
export function shownScore(score: number): string {
  return `${score} ${'★'.repeat(score)}`;
}

/** A part of a whole: of fewer than twenty cases as it is, "3 of 7". */
export function shownShare(some: number, all: number, of: (some: string, all: string) => string): string {
  if (all === 0) return '–';
  if (all < FEWEST) return of(shownNumber(some), shownNumber(all));
  return `${shownNumber((some / all) * 100)}%`;
}
