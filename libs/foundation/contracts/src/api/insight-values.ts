import type { GraphDefinition } from './insight-graphs';
import type { MetricUnit } from './insight-metrics';
import type { GraphAnswer, MetricPoint } from './insights';
import { shownNumber } from './shown-number';

/** Formats ms in at most two units, beginning with the largest: `1h 12m`, `45s`. */
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

/** Formats a metric's value; a dash for none. */
export function shownValue(value: number | null | undefined, unit: MetricUnit): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'time') return shownDuration(value);
  return unit === 'percent' ? `${shownNumber(value)}%` : shownNumber(value);
}

/** Minimum value of a count for which a percentage of change is meaningful. */
export const FEWEST = 20;

/** Change in percent, rounded; null if it would not be meaningful. */
export function changeOf(value: number | null, previous: number | null, unit: MetricUnit): number | null {
  if (value === null || previous === null || previous === 0) return null;
  const isCount = unit === 'messages' || unit === 'contacts' || unit === 'conversations';
  if (isCount && (previous < FEWEST || value < FEWEST)) return null;
  return Math.round(((value - previous) / previous) * 100);
}

/**
 * One number for the whole range of a graph; null without data, undefined if this kind of graph has no such number.
 */
export function totalOf(graph: GraphDefinition, { main, average }: GraphAnswer): number | null | undefined {
  if (average) return average.data;
  if (!Array.isArray(main.data)) return main.data;
  if (
    graph.dataPath === 'metrics/conversations/resolved' ||
    graph.dataPath === 'metrics/messages/distribution'
  )
    return (main.data as MetricPoint[]).reduce((sum, { value }) => sum + value, 0);
  return undefined;
}

export function previousOf(graph: GraphDefinition, answer: GraphAnswer): number | null {
  if (totalOf(graph, answer) === undefined) return null;
  const { main, average } = answer;
  if (average) return average.previous;
  return 'previous' in main ? main.previous : null;
}
