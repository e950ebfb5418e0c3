import type { MetricUnit } from '@parley/contracts/api/insight-metrics';
import { shownNumber } from '../../lib/format';

/** Milliseconds in the two largest units that they have: `1h 12m`, `45s`. */
export function shownDuration(millis: number): string {
  const seconds = Math.round(millis / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'm'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  if (first < 0) return '0s';
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value}${unit}`)
    .join(' ');
}

/** A value of a metric; a dash where there is none. */
export function shownValue(value: number | null | undefined, unit: MetricUnit): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'time') return shownDuration(value);
  return unit === 'percent' ? `${shownNumber(value)}%` : shownNumber(value);
}

/** A rating from 1 to 5: `4 ★★★★`. */
export function shownScore(score: number): string {
  return `${score} ${'★'.repeat(score)}`;
}

/** Of fewer cases than that a percentage says nothing. */
const FEWEST = 20;

/** By how many percent it changed, rounded; null where that says nothing. */
export function changeOf(value: number | null, previous: number | null, unit: MetricUnit): number | null {
  if (value === null || previous === null || previous === 0) return null;
  const isCount = unit === 'messages' || unit === 'contacts' || unit === 'conversations';
  if (isCount && (previous < FEWEST || value < FEWEST)) return null;
  return Math.round(((value - previous) / previous) * 100);
}

/** A part of a whole: of fewer than twenty cases as it is, "3 of 7". */
export function shownShare(some: number, all: number, of: (some: string, all: string) => string): string {
  if (all === 0) return '–';
  if (all < FEWEST) return of(shownNumber(some), shownNumber(all));
  return `${shownNumber((some / all) * 100)}%`;
}
