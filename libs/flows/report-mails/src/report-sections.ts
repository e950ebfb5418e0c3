import type { GraphDefinition } from '@parley/contracts/api/insight-graphs';
import { metricOf } from '@parley/contracts/api/insight-metrics';
import { changeOf, previousOf, shownValue, totalOf } from '@parley/contracts/api/insight-values';
import { shownNumber } from '@parley/contracts/api/shown-number';
import type {
  AgentLine,
  DurationPoint,
  GraphAnswer,
  MetricPoint,
  MetricShare,
} from '@parley/contracts/api/insights';
import { wordsIn } from './report-words';

/** Maximum number of rows of one table; further rows are on the dashboard only. */
const MAX_ROWS = 12;

/** A graph in a mail: its figure and a small table. */
export interface ReportSection {
  title: string;
  /** The graph's single figure; null if it has none. */
  value: string | null;
  /** The figure of the previous period, with the change since; null if there is none. */
  before: string | null;
  head: string[];
  rows: string[][];
  /** Whether the table has more rows than the mail shows. */
  isCut: boolean;
}

export interface Naming {
  language: 'en' | 'es' | 'nl';
  timeZone: string;
  /** Names of tags, channels and users, by id. */
  names: ReadonlyMap<string, string>;
}

/** @returns a graph's section of the mail */
export function sectionOf(graph: GraphDefinition, answer: GraphAnswer, naming: Naming): ReportSection {
  const { language } = naming;
  const { unit } = metricOf(graph.dataPath);
  const total = totalOf(graph, answer);
  const previous = previousOf(graph, answer);
  const change = total === undefined ? null : changeOf(total, previous, unit);
  const { head, rows } = tableOf(graph, answer, naming);
  return {
    title: graph.title[language],
    value: total === undefined ? null : shownValue(total, unit),
    before:
      previous === null
        ? null
        : wordsIn(language).before(shownValue(previous, unit), change === null ? null : signed(change)),
    head,
    rows: rows.slice(0, MAX_ROWS),
    isCut: rows.length > MAX_ROWS,
  };
}

function signed(change: number): string {
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change)}%`;
}

function tableOf(
  graph: GraphDefinition,
  { main }: GraphAnswer,
  naming: Naming,
): Pick<ReportSection, 'head' | 'rows'> {
  const { data } = main;
  if (!Array.isArray(data)) return { head: [], rows: [] };
  const { unit } = metricOf(graph.dataPath);
  const { columns, unknown } = wordsIn(naming.language);
  const lines = data as (MetricPoint | DurationPoint | MetricShare | AgentLine)[];
  if (graph.name === 'agents-graph') {
    const agents = lines as AgentLine[];
    return {
      head: [columns.agent, columns.sent, columns.resolved, columns.reply],
      rows: agents.map(({ userId, sent, resolved, firstReply }) => [
        ...[naming.names.get(userId) ?? unknown, shownNumber(sent), shownNumber(resolved)],
        shownValue(firstReply.median, 'time'),
      ]),
    };
  }
  if (lines.some((line) => 'at' in line && 'average' in line)) {
    const points = lines as DurationPoint[];
    return {
      head: [columns.when, columns.average, columns.median, columns.cases],
      rows: points.map(({ at, average, median, count }) => [
        ...[dayOf(at, naming), shownValue(average, unit), shownValue(median, unit), shownNumber(count)],
      ]),
    };
  }
  if (lines.some((line) => 'at' in line)) {
    const points = lines as MetricPoint[];
    return {
      head: [columns.when, columns.value],
      rows: points.map(({ at, value }) => [dayOf(at, naming), shownValue(value, unit)]),
    };
  }
  const shares = lines as MetricShare[];
  const isCompared = shares.some(({ previous }) => previous !== undefined);
  const most = graph.name === 'heat-graph' ? [...shares].sort((a, b) => b.value - a.value) : shares;
  return {
    head: [columns.what, columns.value, ...(isCompared ? [columns.before] : [])],
    rows: most.map(({ id, value, previous }) => [
      ...[nameOf(graph, id, naming), shownValue(value, unit)],
      ...(isCompared ? [shownValue(previous ?? 0, unit)] : []),
    ]),
  };
}

function dayOf(at: string, { language, timeZone }: Naming): string {
  const format = { weekday: 'short', day: 'numeric', month: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(wordsIn(language).locale, format).format(new Date(at));
}

function nameOf({ dataPath, name }: GraphDefinition, id: string, { language, names }: Naming): string {
  const { locale, ages, unknown } = wordsIn(language);
  if (dataPath === 'metrics/conversations/backlog-age') return ages[id] ?? id;
  if (dataPath === 'metrics/satisfaction/scores') return `${id} ${'★'.repeat(Number(id))}`;
  if (name !== 'heat-graph') return names.get(id) ?? unknown;
  const [day, hour] = id.split('/');
  // Any week serves to format a weekday: 1 January 2024 was a Monday.
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return `${weekday.format(Date.UTC(2024, 0, Number(day)))} ${hour}:00`;
}
