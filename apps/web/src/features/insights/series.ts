import type { GraphDefinition } from '@parley/contracts/api/insight-graphs';
import { metricOf, type MetricUnit } from '@parley/contracts/api/insight-metrics';
import type {
  AgentLine,
  DurationPoint,
  MetricPoint,
  MetricShare,
  SharesAnswer,
} from '@parley/contracts/api/insights';
import type { GraphAnswer } from '@parley/contracts/api/insights';
import type { Labels } from './periods';

/** One entry of a graph: a bar, a point, or a row of its table. */
export interface Entry {
  /** Short label for an axis. */
  label: string;
  /** Full label for tables and tooltips. */
  name: string;
  value: number | null;
  /** Other statistics of a duration; `value` is its average. */
  more?: { median: number | null; p90: number | null; count: number };
  /** The part of the graph whose facts a click opens. */
  open?: { at?: string; share?: string };
}

export function unitOfGraph({ dataPath }: GraphDefinition): MetricUnit {
  return metricOf(dataPath).unit;
}

/** Entries of a graph that shows several values. Times in the future are omitted. */
export function entriesOf(
  graph: GraphDefinition,
  { main }: GraphAnswer,
  { labels, nameOf, now }: { labels: Labels; nameOf: (share: string) => string; now: number },
): Entry[] {
  if (!Array.isArray(main.data)) return [];
  const data = main.data as (MetricPoint | MetricShare | DurationPoint | AgentLine)[];
  return data.flatMap((each): Entry[] => {
    if ('userId' in each) return [];
    if ('at' in each) {
      if (Date.parse(each.at) > now) return [];
      const named = { label: labels.short(each.at), name: labels.long(each.at), open: { at: each.at } };
      if ('value' in each)
        return [{ ...named, value: each.value, ...(isOpened(graph) ? {} : { open: undefined }) }];
      const { average, median, p90, count } = each;
      return [{ ...named, value: average, more: { median, p90, count } }];
    }
    const name = nameOf(each.id);
    return [{ label: name, name, value: each.value, open: isOpened(graph) ? { share: each.id } : undefined }];
  });
}

/** Whether the facts behind the graph's number can be listed. */
export function isOpened({ dataPath }: GraphDefinition): boolean {
  return metricOf(dataPath).reckoning !== 'backlog' && metricOf(dataPath).reckoning !== 'agents';
}

/** Whether the graph has no data to show. */
export function isEmpty(graph: GraphDefinition, answer: GraphAnswer): boolean {
  const { data } = answer.main;
  if (data === null) return true;
  if (!Array.isArray(data)) return data === 0 && graph.name !== 'number-graph' && graph.name !== 'flag-graph';
  return data.every((each) =>
    'userId' in each ? false : 'value' in each ? each.value === 0 : each.count === 0,
  );
}

/** Values of a heat map as rows by weekday (0 is Monday) with columns by hour. */
export function heatOf({ data }: SharesAnswer): number[][] {
  const rows = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { id, value } of data) {
    const [day = 1, hour = 0] = id.split('/').map(Number);
    const row = rows[day - 1];
    if (row) row[hour] = value;
  }
  return rows;
}
