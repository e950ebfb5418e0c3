import { Injectable } from '@nestjs/common';
import { measuresOf, versionOf, type Measure, type MetricPath } from '@parley/contracts/api/insight-metrics';
import type { TimeUnit } from '@parley/contracts/api/insights';
import type { MetricQuery } from '@parley/contracts/api/insights.requests';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { unitOf, type Asked } from './asked';
import { InsightQueries } from './insight.queries';

const MAX_DAYS = 3 * 366;
/** Maximum number of days by unit, which limits the length of a series. */
const MAX_DAYS_OF: Record<TimeUnit, number> = { hour: 31, day: 366, week: MAX_DAYS, month: MAX_DAYS };

/** A question with all data for its answer. */
export interface Question {
  path: MetricPath;
  asked: Asked;
  /** The same question for the equally long range before. */
  before: Asked;
  /** The time for which the question asks, ISO 8601 UTC. */
  now: string;
  /** Whether `now` is earlier than the present, so that the question asks for a past state. */
  isPast: boolean;
  measures: Measure[];
  unit: TimeUnit;
  timeZone: string;
  metric: { path: MetricPath; version: number };
}

/** @throws Rejected `range_invalid` if the text is no time */
function momentOf(asOf: string): string {
  const time = Date.parse(asOf);
  if (Number.isNaN(time)) throw new Rejected('range_invalid', 'asOf');
  return new Date(time).toISOString();
}

@Injectable()
export class Asking {
  constructor(private readonly insights: InsightQueries) {}

  /** @throws Rejected `range_invalid` or `metric_version_unknown` */
  async question(customerId: string, path: MetricPath, query: MetricQuery): Promise<Question> {
    const { between, and, agent, tags, team, direction } = query;
    const days = Math.round((Date.parse(and) - Date.parse(between)) / 86_400_000) + 1;
    const isDay = (day: string) => new Date(day).toISOString().startsWith(day);
    if (Number.isNaN(days) || !isDay(between) || !isDay(and) || days < 1 || days > MAX_DAYS)
      throw new Rejected('range_invalid');
    const unit = query.aggregatedBy ?? unitOf(days);
    if (days > MAX_DAYS_OF[unit]) throw new Rejected('range_invalid', unit);
    const definition = versionOf(path, query.version);
    if (!definition) throw new Rejected('metric_version_unknown');
    const { timeZone } = await this.insights.organisation(customerId);
    const { before, from, to } = await this.insights.range(timeZone, between, and);
    const channels = query.channel && (await this.channelsOf(customerId, query.channel));
    const clock = new Date().toISOString();
    const asOf = query.asOf === undefined ? clock : momentOf(query.asOf);
    const isPast = asOf < clock;
    const filters = { customerId, timeZone, agents: agent, channels, tags, teams: team };
    return {
      ...{ path, unit, timeZone },
      asked: { ...filters, from, to: isPast && asOf < to ? asOf : to },
      now: isPast ? asOf : clock,
      isPast,
      before: { ...filters, from: before, to: from },
      measures: measuresOf(definition, direction),
      metric: { path, version: definition.version },
    };
  }

  /** Replaces names of platforms by the ids of their channels; keeps ids as they are. */
  private async channelsOf(customerId: string, named: string[]): Promise<string[]> {
    const platforms = new Set(
      named.filter((name) => /^[A-Z_]+$/.test(name)).map((name) => name.toLowerCase()),
    );
    const ids = named.filter((name) => !/^[A-Z_]+$/.test(name));
    if (platforms.size === 0) return ids;
    const channels = await this.insights.channels(customerId);
    return [...ids, ...channels.filter(({ platform }) => platforms.has(platform)).map(({ id }) => id)];
  }
}
