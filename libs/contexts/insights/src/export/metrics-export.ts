import { Injectable } from '@nestjs/common';
import type { ExportField, ExportFilter } from '@parley/contracts/api/exports';
import {
  measuresOf,
  metricOf,
  NOBODY,
  versionOf,
  type Measure,
  type MetricPath,
} from '@parley/contracts/api/insight-metrics';
import type { Cell, ExportOwner, ExportQuery, ExportRows, ExportSource } from '@parley/feature/export-source';
import type { AsOf } from '@parley/read-kit/as-of';
import type { Principal } from '@parley/platform/http/principal';
import { Parameters, sumsSql } from '../read/asked';
import { InsightQueries } from '../read/insight.queries';
import { insightsView } from '../read/insights.projector';

/** The metrics that are sums, so that readers of the export can add rows up by day, channel or agent. */
const exported: MetricPath[] = [
  'metrics/messages/sum',
  'metrics/messages/sent-paid-templates/sum',
  'metrics/conversations/resolved',
  'metrics/conversations/first-reply-times',
  'metrics/conversations/first-reply-times-business-hours',
  'metrics/conversations/resolve-times',
  'metrics/messages/response-times',
  'metrics/conversations/transfers/sum',
  'metrics/sla/breaches',
  'metrics/satisfaction/scores',
];

/** All values of a row form its key, so that repeating the export gives the same numbers as at its request. */
type Key = [
  path: MetricPath,
  version: number,
  day: string,
  channelId: string,
  userId: string,
  teamId: string,
  cases: number,
  total: number,
];

const orNull = (id: string) => (id === NOBODY ? null : id);
const isTime = (path: MetricPath) => metricOf(path).unit === 'time';

const columns: Record<string, (key: Key) => Cell> = {
  metric: ([path]) => metricOf(path).name.en,
  path: ([path]) => path,
  version: ([, version]) => version,
  day: ([, , day]) => day,
  channel: ([, , , channelId]) => channelId,
  agent: ([, , , , userId]) => orNull(userId),
  team: ([, , , , , teamId]) => orNull(teamId),
  cases: ([, , , , , , cases]) => cases,
  seconds: ([path, , , , , , , total]) => (isTime(path) ? total / 1000 : null),
  score: ([path, , , , , , , total]) => (path === 'metrics/satisfaction/scores' ? total : null),
};
const unusual = ['path'];

/** Exports dashboard numbers by day, channel, agent and team, each with the version of the metric's definition. */
@Injectable()
export class MetricsExport implements ExportSource {
  readonly kind = 'metrics';
  readonly requires = 'insights:read';
  readonly views = [insightsView.name];
  readonly named = ['channel', 'agent', 'team'];

  constructor(private readonly insights: InsightQueries) {}

  fields(): Promise<ExportField[]> {
    const names = Object.keys(columns);
    return Promise.resolve(names.map((name) => ({ name, label: null, isUsual: !unusual.includes(name) })));
  }

  /**
   * Days are in the organisation's time zone. Rows name no agent if the organisation has switched off the comparison
   * of agents.
   */
  async select(
    { customerId }: Principal,
    { channels, teams, userIds }: ExportFilter,
    { from, to }: Pick<ExportQuery, 'from' | 'to'>,
  ) {
    const { timeZone, comparesAgents } = await this.insights.organisation(customerId);
    const metrics = exported.flatMap((path) => {
      const version = versionOf(path)!;
      return measuresOf(version).map((measure) => ({ path, version: version.version, measure }));
    });
    const parameters = new Parameters();
    const measures: Measure[] = [...new Set(metrics.map(({ measure }) => measure))];
    const asked = { customerId, timeZone, from: from!, to: to!, channels, teams, agents: userIds };
    const sums = sumsSql(asked, measures, parameters);
    const userId = comparesAgents ? 's.user_id' : `'${NOBODY}'::uuid`;
    const day = `to_char(s.at at time zone ${parameters.add(timeZone)}::text, 'YYYY-MM-DD')`;
    const text = `select jsonb_build_array(path, version, day, channel_id, user_id, team_id, n, total)::text as key,
        null::jsonb as payload
      from (select m.path, m.version, ${day} as day, s.channel_id, ${userId} as user_id, s.team_id,
                   sum(s.n) as n, sum(s.total) as total
              from (${sums}) s
              join jsonb_to_recordset(${parameters.add(JSON.stringify(metrics))}::jsonb)
                as m (path text, version integer, measure text) using (measure)
             group by 1, 2, 3, 4, 5, 6) days
     where n <> 0 order by path, day, channel_id, user_id, team_id`;
    return { text, values: parameters.values, params: {} };
  }

  async *rows(
    keys: string[],
    { fields }: ExportQuery,
    { found }: { asOf: AsOf; owner: ExportOwner; found: (key: string) => void },
  ): AsyncGenerator<ExportRows> {
    const rows = keys.map((text) => {
      found(text);
      const key = JSON.parse(text) as Key;
      return Object.fromEntries(fields.map((name) => [name, columns[name]?.(key) ?? null]));
    });
    yield { rows, files: [] };
  }
}
