import 'reflect-metadata';
import { insightsView } from '@parley/insights/read/insights.projector';
import { Asking } from '@parley/insights/read/asking';
import { InsightQueries } from '@parley/insights/read/insight.queries';
import {
  metricOf,
  metricPaths,
  type MetricDefinition,
  type MetricPath,
} from '@parley/contracts/api/insight-metrics';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import type { Engines } from '@parley/server/engines';
import { findOrganisation, runTool, ToolError } from './support/tool';

const USAGE = `Usage: scripts/metric list
       scripts/metric show METRIC
       scripts/metric compare METRIC HOST|ID FROM TO
       scripts/metric backfill
  METRIC is a path as list writes it; FROM and TO are days, YYYY-MM-DD, in the organisation's time zone.
  backfill counts all of the log anew, beside what is shown; scripts/rebuild insights --verify compares the two.`;
const day = /^\d{4}-\d\d-\d\d$/;

/**
 * Shows the definitions of metrics, compares the results of their versions over the same days, or counts the log
 * again.
 */
export async function* runMetric(
  { database, store }: Pick<Engines, 'database' | 'store'>,
  [command, path, ...rest]: string[],
): AsyncGenerator<string> {
  if (command === 'list' && path === undefined) {
    for (const each of metricPaths) {
      const { name, unit, versions } = metricOf(each);
      yield `${each}\t${name.en}\t${unit}\tv${versions.at(-1)!.version}`;
    }
    return;
  }
  if (command === 'backfill' && path === undefined) {
    await rebuildView(store, database, insightsView, {});
    yield 'Every fact of the log is counted anew.';
    return;
  }
  if (!isPath(path)) throw new ToolError(USAGE);
  const definition = metricOf(path);
  if (command === 'show' && rest.length === 0) {
    yield* shown(definition);
    return;
  }
  const [hostOrId, between = '', and = '', ...more] = rest;
  if (command !== 'compare' || !hostOrId || !day.test(between) || !day.test(and) || more.length > 0)
    throw new ToolError(USAGE);
  const { id } = await findOrganisation(database, hostOrId);
  const insights = new InsightQueries(database);
  const asking = new Asking(insights);
  for (const { version } of definition.versions) {
    const { asked, measures } = await asking.question(id, path, { between, and, version });
    const count = await insights.count(asked, measures);
    if (definition.reckoning !== 'durations') yield `v${version}\t${count}`;
    else {
      const { average, median, p90 } = await insights.durations(asked, measures);
      const seconds = [average, median, p90].map((millis) => (millis === null ? '–' : String(millis / 1000)));
      yield `v${version}\t${count} cases\taverage ${seconds[0]} s\tmedian ${seconds[1]} s\tp90 ${seconds[2]} s`;
    }
  }
}

function* shown({ path, name, unit, versions }: MetricDefinition): Generator<string> {
  yield `${path}: ${name.en} (${unit})`;
  for (const { version, since, formula, from } of versions) {
    yield `v${version}, since ${since}, of ${from.any.join(', ')}`;
    yield `  ${formula.en}`;
  }
}

function isPath(path: string | undefined): path is MetricPath {
  return metricPaths.some((known) => known === path);
}

if (require.main === module) void runTool(runMetric);
