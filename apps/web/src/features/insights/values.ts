import { FEWEST } from '@parley/contracts/api/insight-values';
import { shownNumber } from '@parley/contracts/api/shown-number';

/** Formats a rating from 1 to 5: `4 ★★★★`. */
export function shownScore(score: number): string {
  return `${score} ${'★'.repeat(score)}`;
}

/** Formats a part of a whole as a percentage, or as "3 of 7" if the whole has fewer than 20 cases. */
export function shownShare(some: number, all: number, of: (some: string, all: string) => string): string {
  if (all === 0) return '–';
  if (all < FEWEST) return of(shownNumber(some), shownNumber(all));
  return `${shownNumber((some / all) * 100)}%`;
}
