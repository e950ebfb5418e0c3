import type { GraphDefinition } from './insight-graphs';
import type { MetricUnit } from './insight-metrics';
import type { GraphAnswer, MetricPoint } from './insights';
import { shownNumber } from './shown-number';

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

/** Of fewer cases than that a percentage says nothing. */
export const FEWEST = 20;

/** By how many percent it changed, rounded; null where that says nothing. */
export function changeOf(value: number | null, previous: number | null, unit: MetricUnit): number | null {
  if (value === null || previous === null || previous === 0) return null;
  const isCount = unit === 'messages' || unit === 'contacts' || unit === 'conversations';
  if (isCount && (previous < FEWEST || value < FEWEST)) return null;
  return Math.round(((value - previous) / previous) * 100);
}

/** The one number of a graph for the whole range; null where there is none, undefined where the graph has none. */
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
