import { metricOf } from '@parley/contracts/api/insight-metrics';
import type { GraphDefinition } from '@parley/contracts/api/insight-graphs';
import type { GraphAnswer } from '@parley/contracts/api/insights';
import type { Entry } from './series';

const days = [14, 22, 19, 31, 27, 9, 6];

/** Made-up data for a graph's example; the same on every call and for all users. */
export function sampleOf({ dataPath, name }: GraphDefinition): { answer: GraphAnswer; entries: Entry[] } {
  const { unit } = metricOf(dataPath);
  const isTime = unit === 'time';
  const scale = isTime ? 60_000 : 1;
  const head = { aggregatedBy: 'day' as const, timeZone: 'UTC', metric: { path: dataPath, version: 1 } };
  const total = (isTime ? 18 : unit === 'percent' ? 6 : 128) * scale;
  const entries = days.map((value, index) => ({
    label: String(index + 1),
    name: String(index + 1),
    value: value * scale,
  }));
  const average = {
    ...head,
    data: total,
    previous: total * 1.25,
    median: total * 0.7,
    p90: total * 2,
    count: 128,
  };
  if (name === 'heat-graph') {
    const data = days.flatMap((value, day) =>
      [9, 10, 11, 12, 13, 14, 15, 16, 17].map((hour) => ({
        id: `${day + 1}/${hour}`,
        value: Math.round(value * (1 - Math.abs(hour - 13) / 8)),
      })),
    );
    return { answer: { main: { ...head, data }, average: null }, entries: [] };
  }
  if (name === 'agents-graph') return { answer: { main: { ...head, data: [] }, average: null }, entries };
  if (name === 'number-graph' || name === 'flag-graph')
    return {
      answer: { main: { ...head, data: total, previous: Math.round(total / 1.1) }, average: null },
      entries: [],
    };
  if (name === 'time-graph') return { answer: { main: average, average }, entries: [] };
  return { answer: { main: { ...head, data: [] }, average: isTime ? average : null }, entries };
}
