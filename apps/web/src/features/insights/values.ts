import { FEWEST } from '@parley/contracts/api/insight-values';
import { shownNumber } from '@parley/contracts/api/shown-number';

/** Formats a rating from 1 to 5 with stars: `4 ★★★★`. */
export function shownScore(score: number): string {
  return `${score} ${'★'.repeat(score)}`;
}

/** Formats a share as a percentage, or as "3 of 7" if there are too few cases for a percentage. */
export function shownShare(some: number, all: number, of: (some: string, all: string) => string): string {
  if (all === 0) return '–';
  if (all < FEWEST) return of(shownNumber(some), shownNumber(all));
  return `${shownNumber((some / all) * 100)}%`;
}
